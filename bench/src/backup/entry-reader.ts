import type { Entry, EntryIterator, KeyValueStore } from '@rowhouse/store'

/** What a store keeps about itself, such as how far it has come in the log, sorts from here on. */
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

  /** There is an entry, or none will come any more. */
  get isReady(): boolean {
    return this.#isOver || this.entry !== undefined
  }

  /** Nothing is left, neither here nor in the store. */
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

  /** Takes up the next batch once one is used up. */
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
    // Whoever waits for it is told of an error; nobody may.
    batch.catch(() => {})
    return batch
  }
}
