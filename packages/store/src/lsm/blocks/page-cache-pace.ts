import { storeLimits } from '../../limits.js'

const {
  READ_AT_ONCE_SLOW_MS,
  READS_AT_ONCE_IN_ROW,
  READS_LEFT_MIN,
  READS_LEFT_MAX,
  READS_LEFT_GROWTH,
} = storeLimits

/**
 * Decides which blocks are read at once, while this thread waits. That costs less than waking another thread
 * when the operating system has them in its page cache, and holds up all other work when the disk has them.
 * Nothing tells beforehand, so the last reads do: after a slow one some are left to others, more each time,
 * and fewer again when many in a row were fast.
 */
export class PageCachePace {
  /** Reads that are still left to others. */
  #left = 0
  #leftNext: number = READS_LEFT_MIN
  #inRow = 0

  mayRead(): boolean {
    if (this.#left === 0) return true
    this.#left--
    return false
  }

  /** A read at once took so long, in milliseconds. */
  took(ms: number): void {
    if (ms > READ_AT_ONCE_SLOW_MS) {
      this.#left = this.#leftNext
      this.#leftNext = Math.min(this.#leftNext * READS_LEFT_GROWTH, READS_LEFT_MAX)
      this.#inRow = 0
    } else if (++this.#inRow === READS_AT_ONCE_IN_ROW) {
      this.#leftNext = Math.max(this.#leftNext / READS_LEFT_GROWTH, READS_LEFT_MIN)
      this.#inRow = 0
    }
  }
}
