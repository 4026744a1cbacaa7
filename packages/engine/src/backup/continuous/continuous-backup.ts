import { ClockJumps } from '../../log/clock-jumps.js'
import { CONTINUOUS_CURSOR } from '../back-up.js'
import { LogGapError } from '../copy-log.js'
import type { BackupSession } from './backup-session.js'
import { type ContinuousBackupOptions, StoreTakenError } from './continuous-options.js'
import { openSession } from './open-session.js'

export interface ContinuousBackupFigures {
  /** The age of the oldest acknowledged write that the object store may lack. */
  readonly lagMilliseconds: number
  readonly lagBytes: number
  readonly isFailing: boolean
  readonly failures: number
  readonly shippedBytes: number
  readonly bases: number
  /**
   * When the newest base was begun, or now if nothing was written since, in milliseconds; 0 without a base.
   */
  readonly newestBaseAt: number
}

/** Any moment of it can be restored, in milliseconds since the epoch. */
export interface RestorableTime {
  readonly from: number
  readonly until: number
  /** When the base copies were begun. */
  readonly bases: readonly number[]
}

/**
 * Ships to an object store what is needed to restore the data to any moment: a base copy from time to time,
 * and the log continuously. Writers do not wait for it. A cursor holds the log that is not shipped yet; if
 * the backup lags too far, it begins a new history.
 */
export class ContinuousBackup {
  readonly #options: ContinuousBackupOptions
  readonly #writer: string
  readonly #startedAt: number
  readonly #jumps: ClockJumps
  #session: BackupSession | undefined
  #coveredUntil: number | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #shippedBytes = 0
  /** The log position up to which the last successful round has shipped. */
  #shippedEnd = 0
  #isFailing = false
  #isTaken = false
  /** Set until a round has succeeded after the clock has jumped back. */
  #isTimeTakenBack = false
  #hasWritten = false

  constructor(options: ContinuousBackupOptions) {
    this.#options = options
    this.#writer = options.random.bytes(8).toString('hex')
    this.#startedAt = options.clock.now()
    this.#jumps = new ClockJumps(options.clock)
  }

  /**
   * Ships what is new. Failures are reported and retried in the next round. Calls during a round share it.
   */
  runOnce(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends the backup with a last round, but gives up waiting for an object store that does not answer. */
  async close(waitMs: number): Promise<void> {
    await Promise.race([this.#end(), elapsed(waitMs)])
  }

  figures(): ContinuousBackupFigures {
    const { store, clock } = this.#options
    const since = this.#coveredUntil ?? this.#startedAt
    const newest = this.#session?.history.bases.at(-1)
    const isCurrent = newest !== undefined && store.visibleEnd <= newest.end
    return {
      lagMilliseconds: Math.max(0, clock.now() - since),
      lagBytes: Math.max(0, store.visibleEnd - this.#shippedEnd),
      isFailing: this.#isFailing,
      failures: this.#failures,
      shippedBytes: this.#shippedBytes + (this.#session?.shippedBytes ?? 0),
      bases: this.#session?.history.bases.length ?? 0,
      newestBaseAt: isCurrent ? clock.now() : (newest?.createdAt ?? 0),
    }
  }

  /** The stretches of time that can be restored; none until the first round has ended. */
  moments(): readonly RestorableTime[] {
    return (this.#session?.histories ?? []).flatMap(({ bases, coveredUntil }) => {
      const [first] = bases
      if (first === undefined) return []
      const until = Math.max(first.completedAt, coveredUntil)
      return [{ from: first.completedAt, until, bases: bases.map(({ createdAt }) => createdAt) }]
    })
  }

  async #end(): Promise<void> {
    const stopped = this.#session?.close()
    // The running round misses what has become visible since it began.
    await this.#running
    if (!this.#isFailing) await this.runOnce()
    await stopped
    // The last round may have begun another base.
    await this.#session?.close()
  }

  async #round(): Promise<void> {
    if (this.#isTaken) return
    try {
      this.#session ??= await openSession(this.#options, this.#writer, this.#hasWritten)
      const { now, change } = this.#jumps.look()
      this.#isTimeTakenBack ||= change === 'back'
      const isTakenBack = this.#isTimeTakenBack
      await this.#session.round({ now, isTakenBack, doubtedMs: this.#jumps.aheadMs })
      this.#isTimeTakenBack = false
      this.#hasWritten = true
      this.#shippedEnd = this.#session.shippedEnd
      this.#coveredUntil = this.#session.history.coveredUntil
      if (this.#isFailing) this.#options.onEvent?.({ kind: 'recovered' })
      this.#isFailing = false
    } catch (error) {
      await this.#failed(error)
    }
  }

  /** The effect of a failed call is unknown, so the next round reads the state of the store again. */
  async #failed(error: unknown): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#shippedBytes += session?.shippedBytes ?? 0
    await session?.close()
    this.#failures++
    this.#isFailing = true
    this.#isTaken = error instanceof StoreTakenError
    // Releases the log, which this server will never ship. A failing log is reported elsewhere.
    if (this.#isTaken) await this.#options.store.removeCursor(CONTINUOUS_CURSOR).catch(() => {})
    const kind = this.#isTaken ? 'takenOver' : error instanceof LogGapError ? 'gap' : 'failed'
    this.#options.onEvent?.({ kind, error })
  }
}

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}
