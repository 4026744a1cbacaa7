import {
  type AdviceLine,
  type Answered,
  type Asked,
  type AskedExport,
  type ExportProgress,
  type BillResult,
  type DefinedColumnsChange,
  type GateValue,
  type HistoryResult,
  type InstanceCommand,
  type InstanceResult,
  type PartitionResult,
  type SearchIndexChange,
  type SearchIndexOverview,
  type SessionInfo,
  type SignIn,
  type TableAdvice,
  type TableOverview,
  type WatchResult,
  readGateJson,
  writeGateJson,
} from '@rowhouse/console-gate/shapes'
import type { Operation, RequestOf } from '@rowhouse/snippets'

/** What the gate or the service refuses. */
export class GateError extends Error {
  override readonly name = 'GateError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined

  constructor(status: number, code: string, message: string, requestId: string | undefined) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = requestId
  }
}

/** Whether the gate refused because nobody is signed in any more. */
export const hasSessionEnded = (error: Error | null): boolean =>
  error instanceof GateError && error.status === 401

const AWAY = { 'x-rowhouse-away': 'yes' }

/** Stands for the whole server in the place of an instance. */
const SERVER = '-'

/** The paths of the gate are relative to the page's base element. */
const pathOf = (...parts: readonly string[]): string =>
  `api/${parts.map(encodeURIComponent).join('/')}`

const SIGN_IN = pathOf('sign-in')

/** Where the gate is, and how it is reached. */
export interface GateDoor {
  /** The address that the gate's paths are relative to. */
  base(): string
  fetch(url: URL, init: RequestInit): Promise<Response>
  /** Whether nobody is there: pages that are watched ask on, and must not keep a session open by that. */
  isAway(): boolean
}

interface GateRequest extends RequestInit {
  readonly headers?: Readonly<Record<string, string>>
}

interface AskOptions extends Omit<Asked, 'request'> {
  readonly signal?: AbortSignal
}

/** Talks to the gate. Every method rejects with GateError, or with the browser's error without a reply. */
export class GateClient {
  #csrf = ''
  readonly #onSessionEnd: () => void
  readonly #door: GateDoor

  constructor(onSessionEnd: () => void, door: GateDoor) {
    this.#onSessionEnd = onSessionEnd
    this.#door = door
  }

  /** The session of this browser; undefined when nobody is signed in. */
  async session(): Promise<SessionInfo | undefined> {
    const { session } = await this.#get<{ readonly session?: SessionInfo }>(pathOf('session'))
    return session && this.#opened(session)
  }

  async signIn(given: SignIn): Promise<SessionInfo> {
    return this.#opened(await this.#post<SessionInfo>(SIGN_IN, given))
  }

  async signOut(): Promise<void> {
    await this.#post(pathOf('sign-out'), {})
  }

  /** Makes one request of the service. Texts and binaries above `cut` bytes come cut. */
  ask<O extends Operation>(
    instance: string,
    request: RequestOf<O> & { readonly operation: O },
    { signal, ...asked }: AskOptions = {},
  ): Promise<Answered<O>> {
    return this.#post<Answered<O>>(pathOf('requests', instance), { request, ...asked }, signal)
  }

  async tables(instance: string, signal?: AbortSignal): Promise<readonly TableOverview[]> {
    const path = pathOf('tables', instance)
    const { tables } = await this.#get<{ readonly tables: readonly TableOverview[] }>(path, signal)
    return tables
  }

  async searchIndexes(
    instance: string,
    signal?: AbortSignal,
  ): Promise<readonly SearchIndexOverview[]> {
    const { indexes } = await this.#get<{ readonly indexes: readonly SearchIndexOverview[] }>(
      pathOf('search-indexes', instance),
      signal,
    )
    return indexes
  }

  async changeSearchIndex(instance: string, change: SearchIndexChange): Promise<void> {
    await this.#post(pathOf('search-indexes', instance), change)
  }

  /** What `rowhouse advise` says of the keys that a table may have. */
  advice(instance: string, table: string, signal?: AbortSignal): Promise<TableAdvice> {
    return this.#get<TableAdvice>(pathOf('advice', instance, table), signal)
  }

  /** The same by more rows and columns; how many rows are read is told meanwhile. */
  async moreAdvice(
    instance: string,
    table: string,
    { onRows, signal }: { onRows: (rows: number) => void; signal: AbortSignal },
  ): Promise<TableAdvice> {
    const path = pathOf('more-advice', instance, table)
    const reply = await this.#door.fetch(this.#url(path), { signal })
    if (!reply.ok) throw this.#refused(reply.status, readGateJson(await reply.text()), path)
    for await (const text of linesOf(reply)) {
      const line = trusted<AdviceLine>(readGateJson(text))
      if ('advice' in line) return line.advice
      if ('refused' in line)
        throw new GateError(409, line.refused.code, line.refused.message, undefined)
      onRows(line.rows)
    }
    throw new TypeError('the answer has no end')
  }

  async changeDefinedColumns(instance: string, change: DefinedColumnsChange): Promise<void> {
    await this.#post(pathOf('defined-columns', instance), change)
  }

  /** Where the browser downloads rows as a file; the id names it for its progress. */
  exportAddress(instance: string, id: string, asked: AskedExport): string {
    const search = new URLSearchParams({ asked: writeGateJson(asked) })
    return this.#url(`${pathOf('export', instance, id)}?${search}`).href
  }

  exportProgress(instance: string, id: string, signal?: AbortSignal): Promise<ExportProgress> {
    return this.#get<ExportProgress>(pathOf('exports', instance, id), signal)
  }

  async stopExport(instance: string, id: string): Promise<void> {
    await this.#post(pathOf('exports', instance, id), {})
  }

  /** The partitions of a table, with the load of each minute of the last hour. */
  partitions(instance: string, table: string, signal?: AbortSignal): Promise<PartitionResult> {
    return this.#get<PartitionResult>(pathOf('partitions', instance, table), signal)
  }

  /** Runs a command of the operator on instances, keys and limits. */
  instances(command: InstanceCommand): Promise<InstanceResult> {
    return this.#post<InstanceResult>(pathOf('instances'), command)
  }

  /** What the service would charge for an instance. */
  bill(instance: string, signal?: AbortSignal): Promise<BillResult> {
    return this.#get<BillResult>(pathOf('bill', instance), signal)
  }

  /** How an instance is now; without one the whole server. */
  watch(instance: string | undefined, signal?: AbortSignal): Promise<WatchResult> {
    return this.#get<WatchResult>(pathOf('watch', instance ?? SERVER), signal)
  }

  /** The steps of metrics that ended after a time. */
  history(
    instance: string | undefined,
    after: number,
    signal?: AbortSignal,
  ): Promise<HistoryResult> {
    return this.#get<HistoryResult>(pathOf('history', instance ?? SERVER, String(after)), signal)
  }

  /** One of the paths of the samples: with a body it is posted. */
  samples<Body>(
    path: readonly string[],
    body: object | undefined,
    signal?: AbortSignal,
  ): Promise<Body> {
    const whole = pathOf('samples', ...path)
    return body === undefined
      ? this.#get<Body>(whole, signal)
      : this.#post<Body>(whole, body, signal)
  }

  /** A part of the server's file of map tiles. */
  async mapPiece(from: number, length: number, signal?: AbortSignal): Promise<ArrayBuffer> {
    const headers = { range: `bytes=${from}-${from + length - 1}` }
    const init = { headers, ...(signal && { signal }) }
    const reply = await this.#door.fetch(this.#url(pathOf('map')), init)
    if (!reply.ok) throw this.#refused(reply.status, readGateJson(await reply.text()), 'map')
    return reply.arrayBuffer()
  }

  #url(path: string): URL {
    return new URL(path, this.#door.base())
  }

  #opened(info: SessionInfo): SessionInfo {
    this.#csrf = info.csrf
    return info
  }

  #get<Body>(path: string, signal?: AbortSignal): Promise<Body> {
    return this.#fetch(path, { method: 'GET', ...(signal && { signal }) })
  }

  #post<Body>(path: string, body: unknown, signal?: AbortSignal): Promise<Body> {
    return this.#fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-rowhouse-csrf': this.#csrf },
      body: writeGateJson(body),
      ...(signal && { signal }),
    })
  }

  async #fetch<Body>(path: string, init: GateRequest): Promise<Body> {
    const headers = { ...init.headers, ...(this.#door.isAway() && AWAY) }
    const reply = await this.#door.fetch(this.#url(path), { ...init, headers })
    const body = readGateJson(await reply.text())
    if (reply.ok) return trusted<Body>(body)
    throw this.#refused(reply.status, body, path)
  }

  #refused(status: number, body: GateValue, path: string): GateError {
    const error = errorOf(status, body)
    if (hasSessionEnded(error) && path !== SIGN_IN) this.#onSessionEnd()
    return error
  }
}

/** The lines of an answer as they come. */
async function* linesOf({ body }: Response): AsyncGenerator<string, void, undefined> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = `${rest}${piece.value}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

/** The gate's shapes are those of its own package, and both are built together. */
const trusted = <Body>(body: unknown): Body => body as Body

function errorOf(status: number, body: GateValue): GateError {
  const members = new Map(typeof body === 'object' && body !== null ? Object.entries(body) : [])
  const text = (name: string): string | undefined => {
    const value: unknown = members.get(name)
    return typeof value === 'string' ? value : undefined
  }
  return new GateError(
    status,
    text('code') ?? String(status),
    text('message') ?? `HTTP ${status}`,
    text('requestId'),
  )
}
