import type { Clock, Random } from '@rowhouse/platform'
import { errors, limits } from '@rowhouse/protocol'
import { searchLimits } from '../../limits.js'

/** The session of a parallel scan. */
export interface ScanSession {
  /**
   * The number of the index in the search engine: a new index of the same name ends the session.
   */
  readonly index: number
  /** The last keys of its splits, except for the final split. */
  readonly splitEnds: readonly Buffer[]
  /** The key of the index's last row when the session began; undefined without rows. */
  readonly lastKey: Buffer | undefined
}

interface LivingSession extends ScanSession {
  /** Monotonic milliseconds. */
  endsAt: number
}

/** The sessions of ComputeSplits that have not expired. */
export class ScanSessions {
  readonly #clock: Clock
  readonly #random: Random
  readonly #sessions = new Map<string, LivingSession>()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  get size(): number {
    return this.#sessions.size
  }

  /** Begins a session and returns its id, which is text. */
  begin(session: ScanSession): Buffer {
    this.#makeRoom()
    const id = this.#random.bytes(16).toString('hex')
    const endsAt = this.#clock.monotonic() + limits.SCAN_ALIVE_SECONDS_DEFAULT * 1000
    this.#sessions.set(id, { ...session, endsAt })
    return Buffer.from(id)
  }

  /** Finds the session, and extends it by this many seconds from now. */
  resume(id: Buffer, index: number, aliveSeconds: number): ScanSession {
    const name = id.toString('latin1')
    const session = this.#sessions.get(name)
    const now = this.#clock.monotonic()
    if (session === undefined || session.endsAt < now || session.index !== index) {
      this.#sessions.delete(name)
      throw errors.scanSessionExpired()
    }
    session.endsAt = now + Math.min(aliveSeconds, searchLimits.SCAN_ALIVE_SECONDS_MAX) * 1000
    return session
  }

  #makeRoom(): void {
    if (this.#sessions.size < searchLimits.SCAN_SESSIONS_MAX) return
    const now = this.#clock.monotonic()
    let first: string | undefined
    let firstEnd = Infinity
    for (const [id, { endsAt }] of this.#sessions) {
      if (endsAt < now) this.#sessions.delete(id)
      else if (endsAt < firstEnd) [first, firstEnd] = [id, endsAt]
    }
    if (first !== undefined && this.#sessions.size >= searchLimits.SCAN_SESSIONS_MAX) {
      this.#sessions.delete(first)
    }
  }
}
