import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Clock, type Random, expectDefined, hasCode, nodeFiles } from '@rowhouse/platform'
import {
  type ConsoleParts,
  type Instance,
  InstanceRefusal,
  originOf,
  type OpenConsole,
  ReplyStamps,
  VERSION,
} from '@rowhouse/server'
import { z } from 'zod/mini'
import { AdviceDesk } from './advice/advice-desk.js'
import { AdminCalls } from './admin-calls.js'
import { ExportDesk } from './exports/export-desk.js'
import { VisitorCalls } from './visitor-calls.js'
import { type ConsoleAddress, listen } from './http/console-server.js'
import { SESSION_COOKIE, cookieOf, endedCookie, sessionCookie } from './http/cookies.js'
import { type MapFile, openMapFile } from './http/map-file.js'
import { type Pages, readPages } from './http/page-files.js'
import { sendJson, sendRefused } from './http/send-json.js'
import { sendMapPiece } from './http/send-map-piece.js'
import { servePage } from './http/serve-page.js'
import { REFUSAL_CODE, Refusal, ServiceRefusal } from './refusal.js'
import { type Desks, answerVisit, readJsonBody, streamVisit } from './routes.js'
import { JobFolder } from './samples/job-folder.js'
import { SampleJobs } from './samples/sample-jobs.js'
import { SamplesDesk } from './samples/samples-desk.js'
import { type Session, SessionStore } from './sessions/session-store.js'
import { accessOf, checkSignIn, instancesOf } from './sessions/sign-in.js'
import { SignInTries } from './sessions/sign-in-tries.js'
import type { SessionInfo, SignIn } from './shapes/index.js'

export interface ConsoleOptions extends ConsoleAddress {
  /** Without a slash at its end, such as `/console`. */
  readonly path: string
  /** The folder of the built pages. */
  readonly folder: string
  readonly clock: Clock
  readonly random: Random
  /** A PMTiles file that maps lie on. */
  readonly mapFile?: string | undefined
  /** The folder in which jobs of samples are kept; without one they end with the server. */
  readonly jobsFolder?: string | undefined
  /** The entry of the thread for advice, where it does not stand beside the program. */
  readonly adviceThread?: URL
}

/** Opens the console; undefined, with a warning in the log, when it is not built or its port is taken. */
export async function openConsole(
  options: ConsoleOptions,
  parts: ConsoleParts,
): Promise<OpenConsole | undefined> {
  const pages = await readPages(options.folder)
  if (pages === undefined) {
    parts.logger.warn({ folder: options.folder }, 'there is no console: its pages are not built')
    return undefined
  }
  const map = await openedMap(options.mapFile, parts)
  const jobs = await openJobs(options, parts)
  const door = new ConsoleDoor(options, parts, { pages, map, jobs })
  try {
    const { port, close } = await listen(options, (request, response) => {
      void door.answer(request, response)
    })
    const url = `${originOf({ ...options, port })}${options.path}/`
    const closeAll = async (): Promise<void> => {
      await door.close()
      await close()
      await map?.close()
    }
    return { url, close: closeAll }
  } catch (error) {
    await map?.close()
    if (!hasCode(error, 'EADDRINUSE')) throw error
    const { port } = options
    parts.logger.warn({ port }, 'there is no console: its port is taken (--console-port)')
    return undefined
  }
}

/** A map that cannot be shown is no reason to have no console. */
async function openedMap(
  path: string | undefined,
  { logger }: ConsoleParts,
): Promise<MapFile | undefined> {
  if (path === undefined) return undefined
  try {
    return await openMapFile(path)
  } catch (error) {
    logger.warn({ err: error, path }, 'maps have coastlines only: the file of tiles cannot be read')
    return undefined
  }
}

/** The jobs of earlier servers are still told, as long as their instances are there. */
async function openJobs(
  { jobsFolder: path, clock }: ConsoleOptions,
  { logger, registry }: ConsoleParts,
): Promise<SampleJobs> {
  if (path === undefined) return keptWithInstances(new SampleJobs(clock), registry)
  const onProblem = (error: unknown, file: string): void =>
    logger.warn({ err: error, file }, 'a job of a sample is lost: its file cannot be used')
  const folder = new JobFolder({ files: nodeFiles, path, onProblem })
  return keptWithInstances(new SampleJobs(clock, folder, await folder.read()), registry)
}

function keptWithInstances(jobs: SampleJobs, registry: ConsoleParts['registry']): SampleJobs {
  const keep = (instances: readonly Instance[]): void =>
    jobs.keepOnly(new Set(instances.flatMap(({ identity }) => identity ?? [])))
  keep(registry.list())
  registry.onChange(keep)
  return jobs
}

/** What the console has of files. */
interface Served {
  readonly pages: Pages
  readonly map: MapFile | undefined
  readonly jobs: SampleJobs
}

class ConsoleDoor {
  readonly #options: ConsoleOptions
  readonly #parts: ConsoleParts
  readonly #served: Served
  readonly #answering: Desks
  readonly #sessions: SessionStore
  readonly #tries: SignInTries

  constructor(options: ConsoleOptions, parts: ConsoleParts, served: Served) {
    const { clock, random, adviceThread } = options
    this.#options = options
    this.#parts = parts
    this.#served = served
    const stamps = new ReplyStamps(clock, random)
    const calls = new VisitorCalls({ ...parts, clock, stamps })
    const { registry } = parts
    this.#answering = {
      calls,
      admin: new AdminCalls(parts),
      samples: new SamplesDesk({ calls, clock, registry, jobs: served.jobs }),
      exports: new ExportDesk(calls),
      advice: new AdviceDesk(adviceThread),
    }
    this.#sessions = new SessionStore(clock, random)
    this.#tries = new SignInTries(clock)
  }

  /** Work that visitors have begun ends. */
  async close(): Promise<void> {
    await this.#answering.samples.close()
    await this.#answering.advice.close()
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, response)
    } catch (error) {
      this.#refuse(error, response)
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = this.#options.path
    const [path = ''] = (request.url ?? '').split('?')
    if (path !== base && !path.startsWith(`${base}/`)) {
      response
        .writeHead(path === '/' ? 302 : 404, path === '/' ? { location: `${base}/` } : {})
        .end()
      return
    }
    const inside = path.slice(base.length + 1)
    if (inside.startsWith('api/')) {
      await this.#answerApi(inside.slice('api/'.length), request, response)
    } else if (request.method === 'GET' || request.method === 'HEAD') {
      servePage(this.#served.pages, base, inside, request, response)
    } else {
      throw new Refusal(405, 'pages are read with GET')
    }
  }

  async #answerApi(
    path: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (path === 'sign-in') {
      await this.#signIn(request, response)
      return
    }
    const session = this.#sessionOf(request)
    if (path === 'session') {
      // Not a refusal: browsers log those as errors, and nobody being signed in is none.
      sendJson(response, 200, { session: session && this.#infoOf(session) })
      return
    }
    if (session === undefined) throw new Refusal(401, 'sign in first')
    if (request.method !== 'GET' && request.headers['x-rowhouse-csrf'] !== session.csrf) {
      throw new Refusal(403, 'the request does not come from the console')
    }
    const { map } = this.#served
    if (path === 'sign-out') this.#signOut(session, response)
    else if (path === 'map' && map !== undefined) await sendMapPiece(map, request, response)
    else {
      const gone = new AbortController()
      response.on('close', () => gone.abort())
      const visit = { request, session, signal: gone.signal }
      const stream = streamVisit(this.#answering, path, visit, response)
      if (stream !== undefined) await stream
      else sendJson(response, 200, await answerVisit(this.#answering, path, visit))
    }
  }

  async #signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !isSameOrigin(request)) {
      throw new Refusal(403, 'the request does not come from the console')
    }
    const address = request.socket.remoteAddress ?? ''
    if (!this.#tries.mayTry(address)) {
      throw new Refusal(429, 'too many wrong keys from this address: try again in ten seconds')
    }
    const given = signInShape.safeParse(await readJsonBody(request))
    if (!given.success) throw new Refusal(400, 'the body is no sign-in')
    const visitor = checkSignIn(this.#parts, given.data)
    if (visitor === undefined) {
      this.#tries.failed(address)
      throw new Refusal(401, 'the instance, the key or the secret is wrong')
    }
    const session = this.#sessions.start(visitor)
    const { path, tls } = this.#options
    const cookie = sessionCookie(session.id, path, tls !== undefined)
    sendJson(response, 200, this.#infoOf(session), { 'set-cookie': cookie })
  }

  #signOut(session: Session, response: ServerResponse): void {
    this.#sessions.end(session.id)
    sendJson(response, 200, {}, { 'set-cookie': endedCookie(this.#options.path) })
  }

  /** A session ends with its access key. A page that nobody is at asks on, which does not keep it. */
  #sessionOf({ headers }: IncomingMessage): Session | undefined {
    const id = cookieOf(headers.cookie, SESSION_COOKIE) ?? ''
    const isAway = headers['x-rowhouse-away'] !== undefined
    const session = isAway ? this.#sessions.find(id) : this.#sessions.use(id)
    if (session === undefined || accessOf(this.#parts, session.visitor) !== undefined)
      return session
    this.#sessions.end(session.id)
    return undefined
  }

  #infoOf({ visitor, csrf }: Session): SessionInfo {
    return {
      access: expectDefined(accessOf(this.#parts, visitor), 'a session has a key that exists'),
      instances: instancesOf(this.#parts, visitor),
      keyId: visitor.kind === 'key' ? visitor.keyId : undefined,
      csrf,
      servicePort: this.#parts.servicePort(),
      hasMap: this.#served.map !== undefined,
      version: VERSION,
    }
  }

  /** Errors that nobody expects are logged, and the browser learns no more than that. */
  #refuse(error: unknown, response: ServerResponse): void {
    if (error instanceof ServiceRefusal) {
      const { status, code, message } = error.error
      sendRefused(response, status, { code, message, requestId: error.requestId })
    } else if (error instanceof Refusal) {
      sendRefused(response, error.status, { code: REFUSAL_CODE, message: error.message })
    } else if (error instanceof InstanceRefusal) {
      sendRefused(response, 404, { code: REFUSAL_CODE, message: error.message })
    } else {
      this.#parts.logger.error({ err: error }, 'the console failed')
      const message = 'the console failed; the log of the server says why'
      sendRefused(response, 500, { code: REFUSAL_CODE, message })
    }
  }
}

/** Browsers say where a request comes from; other programs say nothing. */
function isSameOrigin({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

const signInShape: z.ZodMiniType<SignIn> = z.union([
  z.object({
    kind: z.literal('key'),
    instance: z.string(),
    keyId: z.string(),
    secret: z.string(),
  }),
  z.object({ kind: z.literal('operator'), secret: z.string() }),
])
