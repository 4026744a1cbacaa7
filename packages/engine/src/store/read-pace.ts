import { engineLimits } from '../limits.js'

/** A batch that has been read. */
export interface BatchRead {
  readonly keys: number
  /** Until it was heard of. */
  readonly ms: number
  /** What was read from disks meanwhile, for whatever reason; undefined where nobody knows. */
  readonly blocks: number | undefined
}

/**
 * How long single keys of the store take to read. A thread reads the keys of a batch one after the other, and
 * each batch wakes a thread: where keys come from memory they share a batch, where the disk is waited for
 * they are dealt out, the further the longer a key takes.
 */
export class ReadPace {
  /** What a key of a batch has waited for the disk lately. */
  #keyMs = 0
  #turnsUntilProbe = 0

  get isSlow(): boolean {
    return this.#keyMs > engineLimits.READ_KEY_SLOW_MS
  }

  /**
   * How many of so many keys go together, where so many batches may be read at once. Now and then as many as
   * tell waiting for the disk and waiting for a processor apart: small batches alone would take a busy
   * machine for a slow disk.
   */
  batchKeys(keys: number, batches: number): number {
    const few = Math.floor(engineLimits.READ_BATCH_WAIT_MS / this.#keyMs)
    const size = Math.max(1, few, Math.ceil(keys / batches))
    if (keys < engineLimits.READ_BATCH_KEYS_TOLD || size >= engineLimits.READ_BATCH_KEYS_TOLD)
      return size
    if (this.#turnsUntilProbe-- > 0) return size
    this.#turnsUntilProbe = engineLimits.READ_PROBE_TURNS - 1
    return engineLimits.READ_BATCH_KEYS_TOLD
  }

  /** Whether a batch of so many tells anything: one key alone says most of what it takes to wake threads. */
  learnsFrom(keys: number): boolean {
    return keys >= engineLimits.READ_BATCH_KEYS_TOLD
  }

  /** Where fewer blocks were read than the keys stand in, processors were waited for, or other threads. */
  learn({ keys, ms, blocks }: BatchRead): void {
    const waited = Math.max(0, ms - engineLimits.READ_WAKE_MS) / keys
    const share =
      blocks === undefined ? 1 : Math.min(1, blocks / (keys * engineLimits.READ_KEY_BLOCKS))
    this.#keyMs += (waited * share - this.#keyMs) / 4
  }
}
