import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, expectDefined, systemClock, systemRandom } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { startMemoryServer } from '@rowhouse/server/testing'
import { openConsole } from '../open-console.js'
import { type GateValue, readGateJson, writeGateJson } from '../shapes/index.js'

export const OPERATOR_SECRET = 'operator-secret'

/** Threads run what is built. */
export const ADVICE_THREAD = new URL('../../dist/advice/advice-thread.js', import.meta.url)

/** A server in memory with a console whose pages are two small files. */
export async function startConsole(clock: Clock = systemClock) {
  const folder = await temporaryFolder()
  await writePages(folder.path)
  const server = await startMemoryServer('tests', {
    openConsole: (parts) =>
      openConsole(
        {
          host: '127.0.0.1',
          port: 0,
          tls: undefined,
          path: '/console',
          folder: folder.path,
          clock,
          random: systemRandom,
          adviceThread: ADVICE_THREAD,
        },
        { ...parts, adminSecret: OPERATOR_SECRET },
      ),
  })
  const url = expectDefined(server.consoleUrl, 'the console is open')
  return {
    ...server,
    url,
    close: async () => {
      await server.close()
      await folder.remove()
    },
  }
}

async function writePages(folder: string): Promise<void> {
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<base href="/" /><p>the console</p>')
  await writeFile(join(folder, 'assets', 'script.js'), 'export {}')
}

export interface ApiReply {
  readonly status: number
  readonly body: GateValue
  readonly cookie: string | undefined
}

/** A browser that keeps its cookie and its token. */
export class Visitor {
  readonly #url: string
  cookie = ''
  csrf = ''

  constructor(url: string) {
    this.#url = url
  }

  async signIn(body: GateValue): Promise<ApiReply> {
    const reply = await this.post('sign-in', body)
    this.cookie = reply.cookie?.split(';')[0] ?? ''
    const csrf = memberOf(reply.body, 'csrf')
    this.csrf = typeof csrf === 'string' ? csrf : ''
    return reply
  }

  signInWith({ id, secret }: { readonly id: string; readonly secret: string }): Promise<ApiReply> {
    return this.signIn({ kind: 'key', instance: 'tests', keyId: id, secret })
  }

  ask(request: GateValue, more: Readonly<Record<string, GateValue>> = {}): Promise<ApiReply> {
    return this.post('requests/tests', { request, ...more })
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiReply> {
    return this.#send(path, { method: 'GET', headers: { cookie: this.cookie, ...headers } })
  }

  post(
    path: string,
    body: GateValue,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ApiReply> {
    return this.#send(path, {
      method: 'POST',
      body: writeGateJson(body),
      headers: {
        'content-type': 'application/json',
        cookie: this.cookie,
        'x-rowhouse-csrf': this.csrf,
        ...headers,
      },
    })
  }

  /** An answer that is a line for each part. */
  async lines(path: string): Promise<readonly GateValue[]> {
    const reply = await fetch(new URL(`api/${path}`, this.#url), {
      headers: { cookie: this.cookie },
    })
    return (await reply.text()).trimEnd().split('\n').map(readGateJson)
  }

  async #send(path: string, init: RequestInit): Promise<ApiReply> {
    const reply = await fetch(new URL(`api/${path}`, this.#url), init)
    const cookie = reply.headers.get('set-cookie') ?? undefined
    return { status: reply.status, body: readGateJson(await reply.text()), cookie }
  }
}

/** A member of an answer, by its path. */
export function memberOf(value: GateValue, ...path: readonly (string | number)[]): GateValue {
  let member: GateValue = value
  for (const name of path) {
    const entries = typeof member === 'object' && member !== null ? Object.entries(member) : []
    member = new Map<string, GateValue>(entries).get(String(name))
  }
  return member
}
