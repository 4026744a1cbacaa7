import type { Clock, Random } from '@rowhouse/platform'
import { errors, limits } from '@rowhouse/protocol'
import { searchLimits } from '../../limits.js'

/** A parallel scan. */
export interface ScanSession {
  /** The number of the index in the search engine: another one under its name ends the session. */
  readonly index: number
  /** The keys at which its splits end, all but the last. */
  readonly splitEnds: readonly Buffer[]
  /** Of the last row that the index had when the session began; undefined when it had none. */
  readonly lastKey: Buffer | undefined
}

interface LivingSession extends ScanSession {
  /** Monotonic milliseconds. */
  endsAt: number
}

/** The sessions that ComputeSplits has given out, as long as somebody scans with them. */
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

  /** Answers its id, which is text. */
  begin(session: ScanSession): Buffer {
    this.#makeRoom()
    const id = this.#random.bytes(16).toString('hex')
    const endsAt = this.#clock.monotonic() + limits.SCAN_ALIVE_SECONDS_DEFAULT * 1000
    this.#sessions.set(id, { ...session, endsAt })
    return Buffer.from(id)
  }

  /** The session, which now lives for so many seconds more. */
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
