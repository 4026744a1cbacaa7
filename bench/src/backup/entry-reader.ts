import type { Entry, EntryIterator, KeyValueStore } from '@rowhouse/store'

/** Entries from here on describe the store itself, such as its position in the log. */
const BEHIND_TABLES = Buffer.alloc(4, 0xff)
const BATCH_ENTRIES = 1024

/** All entries of all tables in the order of their keys, read a batch ahead. */
export class EntryReader {
  readonly #iterator: EntryIterator
  #ahead: Promise<readonly Entry[]>
  #batch: readonly Entry[] = []
  #at = 0
  #isOver = false

  constructor(store: KeyValueStore) {
    this.#iterator = store.iterate({
      start: Buffer.alloc(0),
      end: BEHIND_TABLES,
      reverse: false,
      batchEntries: BATCH_ENTRIES,
    })
    this.#ahead = this.#readAhead()
  }

  /** Whether there is an entry, or the store has ended. */
  get isReady(): boolean {
    return this.#isOver || this.entry !== undefined
  }

  /** Whether neither this reader nor the store has more entries. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Undefined when the batch is used up. */
  get entry(): Entry | undefined {
    return this.#batch[this.#at]
  }

  step(): void {
    this.#at++
  }

  /** Takes the next batch when one is used up. */
  async refill(): Promise<void> {
    if (this.#isOver || this.entry !== undefined) return
    this.#batch = await this.#ahead
    this.#at = 0
    this.#isOver = this.#batch.length === 0
    if (!this.#isOver) this.#ahead = this.#readAhead()
  }

  async close(): Promise<void> {
    await this.#ahead.catch(() => {})
    await this.#iterator.close()
  }

  #readAhead(): Promise<readonly Entry[]> {
    const batch = this.#iterator.next()
    // Who awaits the batch gets the error; without this, it would be unhandled when nobody does.
    batch.catch(() => {})
    return batch
  }
}
