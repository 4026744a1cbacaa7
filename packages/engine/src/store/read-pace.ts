import { limits } from '@rowhouse/protocol'

/**
 * How long single keys of the store take to read. A thread reads the keys of a batch one after the other, and
 * each batch wakes a thread: where keys come from memory they share a batch, where the disk is waited for
 * they are dealt out, the further the longer a key takes.
 */
export class ReadPace {
  /** What a key of a batch took lately that nothing stood beside. */
  #keyMs = 0
  #turnsUntilProbe = 0

  get isSlow(): boolean {
    return this.#keyMs > limits.READ_KEY_SLOW_MS
  }

  /**
   * How many of so many keys go together. Now and then as many as tell apart waiting for the disk and
   * waiting for a processor: small batches alone would take a busy machine for a slow disk.
   */
  batchKeys(keys: number): number {
    const few = Math.floor(limits.READ_BATCH_WAIT_MS / this.#keyMs)
    const size = Math.max(1, few, Math.ceil(keys / limits.READ_BATCHES_AT_ONCE))
    if (keys < limits.READ_BATCH_KEYS_TOLD || size >= limits.READ_BATCH_KEYS_TOLD) return size
    if (this.#turnsUntilProbe-- > 0) return size
    this.#turnsUntilProbe = limits.READ_PROBE_TURNS - 1
    return limits.READ_BATCH_KEYS_TOLD
  }

  /** Whether a batch of so many tells anything: one key alone says most of what it takes to wake threads. */
  learnsFrom(keys: number): boolean {
    return keys >= limits.READ_BATCH_KEYS_TOLD
  }

  learn(keys: number, ms: number): void {
    const waited = Math.max(0, ms - limits.READ_WAKE_MS)
    this.#keyMs += (waited / keys - this.#keyMs) / 4
  }
}
