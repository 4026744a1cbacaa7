import { ClockJumps } from '../../log/clock-jumps.js'
import { CONTINUOUS_CURSOR } from '../back-up.js'
import { LogGapError } from '../copy-log.js'
import type { BackupSession } from './backup-session.js'
import { type ContinuousBackupOptions, StoreTakenError } from './continuous-options.js'
import { openSession } from './open-session.js'

export interface ContinuousBackupFigures {
  /** Since what is acknowledged may not be in the store. */
  readonly lagMilliseconds: number
  readonly lagBytes: number
  readonly isFailing: boolean
  readonly failures: number
  readonly shippedBytes: number
  readonly bases: number
  /** When the newest base was begun, or now if nothing was written since: milliseconds; 0 without one. */
  readonly newestBaseAt: number
}

/**
 * Keeps an object store supplied with what brings the data back to any moment: a base copy from time to
 * time, and the log all the time. Nobody waits for it. What it has not shipped it holds in the log, until
 * it lags too far behind; then it begins anew.
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
  /** Of the log, as the last good round has left it. */
  #shippedEnd = 0
  #isFailing = false
  #isTaken = false
  /** No round has come to its end since the clock has taken a jump back. */
  #isTimeTakenBack = false
  #hasWritten = false

  constructor(options: ContinuousBackupOptions) {
    this.#options = options
    this.#writer = options.random.bytes(8).toString('hex')
    this.#startedAt = options.clock.now()
    this.#jumps = new ClockJumps(options.clock)
  }

  /** Ships what has come. What fails is told and tried again next time. Calls share a round. */
  runOnce(): Promise<void> {
    this.#running ??= this.#round().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends copying. A store that does not answer is left alone after some time. */
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

  async #end(): Promise<void> {
    const stopped = this.#session?.close()
    // The round that runs does not know of what has come since it began.
    await this.#running
    if (!this.#isFailing) await this.runOnce()
    await stopped
    // The last round may have begun to copy once more.
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

  /** Nobody knows what a call that failed has done: the next round looks what is there. */
  async #failed(error: unknown): Promise<void> {
    const session = this.#session
    this.#session = undefined
    this.#shippedBytes += session?.shippedBytes ?? 0
    await session?.close()
    this.#failures++
    this.#isFailing = true
    this.#isTaken = error instanceof StoreTakenError
    // Nobody would ever ship the log that it holds. A log that fails is told of elsewhere.
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
