import { storeLimits } from '../limits.js'

/** Measurements of a batch that was read. */
export interface BatchRead {
  readonly keys: number
  /** The time until the event loop got the result. */
  readonly ms: number
  /**
   * The blocks that the process read from disks in that time; undefined where the system does not count
   * them.
   */
  readonly blocks: number | undefined
  /** The keys of all batches that ended in that time, this one among them: the blocks are theirs. */
  readonly keysEnded: number
}

/**
 * Estimates how long the store takes to read one key, and chooses the size of batches by it. A thread reads
 * the keys of a batch one by one, and each batch wakes a thread. So keys that come from memory share a
 * batch, and keys that wait for the disk are spread over more batches the longer a key takes.
 */
export class ReadPace {
  /** The recent average time that a key has waited for the disk. */
  #keyMs = 0
  #turnsUntilProbe = 0
  #batchesUntilLearning = 0

  get isSlow(): boolean {
    return this.#keyMs > storeLimits.READ_KEY_SLOW_MS
  }

  /**
   * The size of a batch for `keys` keys when `batches` batches may be read at once. Regularly a batch is
   * large enough to distinguish waits for the disk from waits for a processor: with small batches alone, a
   * busy machine would look like a slow disk.
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

  /**
   * Whether to measure a batch of this size. A single key mostly measures the waking of threads. While keys
   * come from memory, most batches are not measured: counting the disk's reads for each of them took 2 % of
   * the main thread.
   */
  learnsFrom(keys: number): boolean {
    if (keys < storeLimits.READ_BATCH_KEYS_TOLD) return false
    if (this.isSlow) return true
    if (this.#batchesUntilLearning-- > 0) return false
    this.#batchesUntilLearning = storeLimits.READ_PROBE_TURNS - 1
    return true
  }

  /** If fewer blocks were read than the keys occupy, part of the wait was for processors or threads. */
  learn({ keys, ms, blocks, keysEnded }: BatchRead): void {
    const waited = Math.max(0, ms - storeLimits.READ_WAKE_MS) / keys
    const share =
      blocks === undefined ? 1 : Math.min(1, blocks / (keysEnded * storeLimits.READ_KEY_BLOCKS))
    this.#keyMs += (waited * share - this.#keyMs) / 4
  }
}
