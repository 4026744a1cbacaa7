import { z } from 'zod'

/** What a page asks again and again, and how often. */
interface Poll {
  readonly path: () => string
  readonly everyMs: number
  readonly noteAnswer?: (body: string) => void
}

const signedIn = z.object({ csrf: z.string() })
const steps = z.object({ steps: z.array(z.object({ at: z.number() })) })

export interface Credentials {
  readonly instance: string
  readonly keyId: string
  readonly secret: string
}

/** One open console without a browser: it signs in, and asks what its pages ask while they are seen. */
export class ConsoleSession {
  readonly #url: string
  readonly #cookie: string
  readonly #polls: readonly Poll[]
  #timers: NodeJS.Timeout[] = []
  asked = 0

  private constructor(url: string, cookie: string, { instance }: Credentials, table: string) {
    this.#url = url
    this.#cookie = cookie
    let lastStep = 0
    this.#polls = [
      { path: () => `tables/${instance}`, everyMs: 10_000 },
      { path: () => `partitions/${instance}/${table}`, everyMs: 10_000 },
      { path: () => `watch/${instance}`, everyMs: 3_000 },
      {
        path: () => `history/${instance}/${lastStep}`,
        everyMs: 10_000,
        noteAnswer: (body) => {
          lastStep = steps.parse(JSON.parse(body)).steps.at(-1)?.at ?? lastStep
        },
      },
    ]
  }

  static async open(url: string, credentials: Credentials, table: string): Promise<ConsoleSession> {
    const reply = await fetch(new URL('api/sign-in', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ kind: 'key', ...credentials }),
    })
    signedIn.parse(await reply.json())
    const [cookie = ''] = (reply.headers.get('set-cookie') ?? '').split(';')
    return new ConsoleSession(url, cookie, credentials, table)
  }

  /** The cookie's value, for a browser that continues the session. */
  get cookie(): string {
    return this.#cookie
  }

  /** Asks everything now, and then as often as pages do. Failures are the caller's to see. */
  async start(onFailure: (error: unknown) => void): Promise<void> {
    for (const poll of this.#polls) {
      await this.#ask(poll)
      this.#timers.push(setInterval(() => void this.#ask(poll).catch(onFailure), poll.everyMs))
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
    this.#timers = []
  }

  async #ask({ path, noteAnswer }: Poll): Promise<void> {
    const asked = path()
    const reply = await fetch(new URL(`api/${asked}`, this.#url), {
      headers: { cookie: this.#cookie },
    })
    const body = await reply.text()
    if (!reply.ok) throw new Error(`${asked} answered ${reply.status}: ${body}`)
    this.asked += 1
    noteAnswer?.(body)
  }
}
