import { storeLimits } from '../limits.js'

/** A batch that has been read. */
export interface BatchRead {
  readonly keys: number
  /** Until the event loop got the result. */
  readonly ms: number
  /** Blocks that the process read from disks in that time; undefined where the system does not say. */
  readonly blocks: number | undefined
}

/**
 * How long single keys of the store take to read. A thread reads the keys of a batch one after the other, and
 * each batch wakes a thread. Keys that come from memory share a batch; keys that wait for the disk
 * are spread over more batches, the more the longer a key takes.
 */
export class ReadPace {
  /** What a key of a batch has waited for the disk lately. */
  #keyMs = 0
  #turnsUntilProbe = 0

  get isSlow(): boolean {
    return this.#keyMs > storeLimits.READ_KEY_SLOW_MS
  }

  /**
   * The size of a batch for so many keys, when so many batches may be read at once. Now and then a batch is
   * large enough to tell waits for the disk from waits for a processor: with small batches alone a busy
   * machine would look like a slow disk.
   */
  batchKeys(keys: number, batches: number): number {
    const few = Math.floor(storeLimits.READ_BATCH_WAIT_MS / this.#keyMs)
    const size = Math.max(1, few, Math.ceil(keys / batches))
    if (keys < storeLimits.READ_BATCH_KEYS_TOLD || size >= storeLimits.READ_BATCH_KEYS_TOLD)
      return size
    if (this.#turnsUntilProbe-- > 0) return size
    this.#turnsUntilProbe = storeLimits.READ_PROBE_TURNS - 1
    return storeLimits.READ_BATCH_KEYS_TOLD
  }

  /** Whether a batch of this size is informative: a single key mostly measures the waking of threads. */
  learnsFrom(keys: number): boolean {
    return keys >= storeLimits.READ_BATCH_KEYS_TOLD
  }

  /** Fewer blocks than the keys lie in mean that part of the wait was for processors or threads. */
  learn({ keys, ms, blocks }: BatchRead): void {
    const waited = Math.max(0, ms - storeLimits.READ_WAKE_MS) / keys
    const share =
      blocks === undefined ? 1 : Math.min(1, blocks / (keys * storeLimits.READ_KEY_BLOCKS))
    this.#keyMs += (waited * share - this.#keyMs) / 4
  }
}
