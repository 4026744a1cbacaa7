import type { Clock, Random } from '@rowhouse/platform'
import { consoleLimits } from '../limits.js'

/** Who is signed in: the operator of the server, or somebody with an access key. */
export type Visitor =
  | { readonly kind: 'operator' }
  | { readonly kind: 'key'; readonly instance: string; readonly keyId: string }

export interface Session {
  readonly id: string
  readonly csrf: string
  readonly visitor: Visitor
  readonly startedAt: number
}

/** The sessions of signed-in people, in memory only. They end when they are idle, and at a restart. */
export class SessionStore {
  readonly #clock: Clock
  readonly #random: Random
  /** In the order of their last use. */
  readonly #sessions = new Map<string, { readonly session: Session; usedAt: number }>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  start(visitor: Visitor): Session {
    this.#endOld()
    const session = {
      id: this.#token(),
      csrf: this.#token(),
      visitor,
      startedAt: this.#clock.monotonic(),
    }
    this.#sessions.set(session.id, { session, usedAt: session.startedAt })
    const [longestIdle] = this.#sessions.keys()
    if (this.#sessions.size > consoleLimits.SESSIONS_MAX && longestIdle !== undefined) {
      this.#sessions.delete(longestIdle)
    }
    return session
  }

  /** The session, which is in use from now on; undefined when there is none any more. */
  use(id: string): Session | undefined {
    this.#endOld()
    const found = this.#sessions.get(id)
    if (found === undefined) return undefined
    found.usedAt = this.#clock.monotonic()
    this.#sessions.delete(id)
    this.#sessions.set(id, found)
    return found.session
  }

  /** The session, which is not in use by that. */
  find(id: string): Session | undefined {
    this.#endOld()
    return this.#sessions.get(id)?.session
  }

  end(id: string): void {
    this.#sessions.delete(id)
  }

  #endOld(): void {
    const now = this.#clock.monotonic()
    const { SESSION_IDLE_MS, SESSION_MS } = consoleLimits
    for (const [id, { session, usedAt }] of this.#sessions) {
      const isOver = now - usedAt >= SESSION_IDLE_MS || now - session.startedAt >= SESSION_MS
      if (isOver) this.#sessions.delete(id)
    }
  }

  #token(): string {
    return this.#random.bytes(32).toString('base64url')
  }
}
