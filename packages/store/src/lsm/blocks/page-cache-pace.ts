import { storeLimits } from '../../limits.js'

const {
  READ_AT_ONCE_SLOW_MS,
  READ_AT_ONCE_HELD_UP_MS,
  READS_A_HELD_UP_ONE,
  READS_HELD_UP_MAX,
  READS_AT_ONCE_IN_ROW,
  READS_LEFT_MIN,
  READS_LEFT_MAX,
  READS_LEFT_GROWTH,
} = storeLimits

/**
 * Decides which blocks are read at once, while this thread waits. That costs less than waking another thread
 * when the operating system has them in its page cache, and holds up all other work when the disk has them.
 * Nothing tells beforehand, so the last reads do: after a slow one some are left to others, more each time,
 * and fewer again when many in a row were fast. On a busy machine a read may also take long because other
 * processes have their turn meanwhile; that says nothing of the disk.
 */
export class PageCachePace {
  readonly #diskReads: () => number
  /** What the process had read from disks when a read was slow last. */
  #blocks = 0
  /** Reads that are still left to others. */
  #left = 0
  #leftNext: number = READS_LEFT_MIN
  #inRow = 0
  /** What reads have earned for those that other processes hold up. */
  #credit = 0

  /** `diskReads` counts what the process has read from disks, if anything does; otherwise it is 0. */
  constructor(diskReads: () => number) {
    this.#diskReads = diskReads
  }

  mayRead(): boolean {
    if (this.#left === 0) return true
    this.#left--
    return false
  }

  /** A read at once took so long, in milliseconds. */
  took(ms: number): void {
    this.#credit = Math.min(this.#credit + 1, READS_HELD_UP_MAX * READS_A_HELD_UP_ONE)
    if (ms > READ_AT_ONCE_SLOW_MS && this.#isOfDisk(ms)) {
      this.#left = this.#leftNext
      this.#leftNext = Math.min(this.#leftNext * READS_LEFT_GROWTH, READS_LEFT_MAX)
      this.#inRow = 0
    } else if (++this.#inRow === READS_AT_ONCE_IN_ROW) {
      this.#leftNext = Math.max(this.#leftNext / READS_LEFT_GROWTH, READS_LEFT_MIN)
      this.#inRow = 0
    }
  }

  #isOfDisk(ms: number): boolean {
    const before = this.#blocks
    this.#blocks = this.#diskReads()
    const mayBe = this.#blocks === 0 || this.#blocks !== before
    if (mayBe || ms > READ_AT_ONCE_HELD_UP_MS || this.#credit < READS_A_HELD_UP_ONE) return true
    this.#credit -= READS_A_HELD_UP_ONE
    return false
  }
}
