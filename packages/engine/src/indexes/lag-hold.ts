import { engineLimits } from '../limits.js'

/** A durable write that is not acknowledged yet. */
interface Held {
  /** The end of the log when the write was durable. */
  readonly end: number
  readonly since: number
  /** Where the index was then. */
  readonly position: number
  readonly release: () => void
}

export interface LagHoldSetup {
  /** The end of what an index can follow. */
  readonly visibleEnd: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Writes wait while the index lags by more bytes of the log. */
  readonly lagBytes: number
  /** The longest wait of a write. */
  readonly waitMs: number
}

/**
 * Slows down writes to a table whose global index lags far: a write that is durable is acknowledged once
 * the index is no further behind it than it may be. So clients write as fast as the index follows, and the
 * log that it needs is not trimmed.
 *
 * An index that is further behind already, after trouble of its own, may lag as much as it does, and then
 * less and less: writes go at seven eighths of its speed. Nothing waits for an index that does not advance.
 */
export class LagHold {
  readonly #setup: LagHoldSetup
  /** Undefined while nothing waits for the index. */
  #position: number | undefined
  #mayLag = 0
  /** By their ends. */
  #held: Held[] = []
  #timer: NodeJS.Timeout | undefined
  #heldWrites = 0
  #heldMs = 0

  constructor(setup: LagHoldSetup) {
    this.#setup = setup
  }

  /** Writes that had to wait until now, and for how long, all together. */
  get figures(): { readonly heldWrites: number; readonly heldMs: number } {
    return { heldWrites: this.#heldWrites, heldMs: this.#heldMs }
  }

  /** For a write that is durable: undefined, or resolves when it may be acknowledged. */
  afterWrite(): Promise<void> | undefined {
    const position = this.#position
    const end = this.#setup.visibleEnd()
    if (position === undefined || end - position <= this.#mayLag) return undefined
    return new Promise((release) => {
      this.#heldWrites++
      this.#held.push({ end, since: this.#setup.now(), position, release })
      this.#timer ??= setTimeout(this.#giveUp, this.#setup.waitMs)
    })
  }

  /** Called when the index has everything before this position. */
  advanced(position: number): void {
    const before = this.#position
    if (before === position) return
    this.#position = position
    // Also one that goes back begins anew.
    const most =
      before === undefined || position < before
        ? this.#setup.visibleEnd() - position
        : this.#mayLag - (position - before) / engineLimits.INDEX_GAIN_PART
    this.#mayLag = Math.max(this.#setup.lagBytes, most)
    this.#release(({ end }) => end - position <= this.#mayLag)
  }

  /** Called when the index fails or is closed: nothing waits until it advances. */
  lift(): void {
    this.#position = undefined
    this.#release(() => true)
  }

  readonly #giveUp = (): void => {
    this.#timer = undefined
    // The index has stood still for as long as a write waits.
    if (this.#held[0]?.position === this.#position) return this.lift()
    const due = this.#setup.now() - this.#setup.waitMs
    this.#release(({ since }) => since <= due)
  }

  /** Releases the first writes for which this holds. */
  #release(mayGo: (held: Held) => boolean): void {
    if (this.#held.length === 0) return
    const now = this.#setup.now()
    const staying = this.#held.findIndex((held) => !mayGo(held))
    for (const { since, release } of this.#held.splice(0, staying === -1 ? Infinity : staying)) {
      this.#heldMs += now - since
      release()
    }
    clearTimeout(this.#timer)
    const [first] = this.#held
    const rest = first === undefined ? 0 : Math.max(0, first.since + this.#setup.waitMs - now)
    this.#timer = first === undefined ? undefined : setTimeout(this.#giveUp, rest)
  }
}
