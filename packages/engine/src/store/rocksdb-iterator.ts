import type RocksDB from 'rocksdb-native'
import { nextBatchEntries } from './batch-entries.js'
import type { Entry, EntryIterator, KeyRange } from './key-value-store.js'

/**
 * Drives the package's iterator by its hooks instead of as a stream: one `next` is one native call of the
 * size that we choose, nothing is read ahead, and the snapshot is taken when the first batch is asked for.
 */
export class RocksDbIterator implements EntryIterator {
  readonly #native: RocksDB.NativeIterator
  readonly #onClose: (iterator: RocksDbIterator) => void
  #entries: Entry[] = []
  #opened = false
  #finished = false
  #closed: Promise<void> | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(db: RocksDB, range: KeyRange, onClose: (iterator: RocksDbIterator) => void) {
    this.#onClose = onClose
    const { start, end, reverse, batchEntries } = range
    this.#native = db.iterator({ gte: start, lt: end, reverse, capacity: batchEntries })
    this.#native.push = (entry) => {
      if (entry === null) this.#finished = true
      else this.#entries.push(entry)
      return true
    }
    // The native side takes an empty bound for none at all, and would compare in vain the other way.
    if (start.compare(end) >= 0) this.#finished = true
  }

  next(): Promise<readonly Entry[]> {
    const batch = this.#running.then(() => this.#next())
    this.#running = batch.catch(() => {})
    return batch
  }

  close(): Promise<void> {
    this.#closed ??= this.#running.then(() => this.#close())
    return this.#closed
  }

  async #next(): Promise<readonly Entry[]> {
    if (this.#finished || this.#closed !== undefined) return []
    if (!this.#opened) {
      await called((done) => this.#native._open(done))
      this.#opened = true
    }
    await called((done) => this.#native._read(done))
    const entries = this.#entries
    this.#entries = []
    if (!this.#finished) this.#resize(nextBatchEntries(entries))
    return entries
  }

  #resize(batchEntries: number): void {
    if (batchEntries === this.#native._capacity) return
    this.#native._capacity = batchEntries
    this.#native._resize()
  }

  async #close(): Promise<void> {
    this.#finished = true
    try {
      await called((done) => this.#native._destroy(done))
    } finally {
      this.#onClose(this)
    }
  }
}

function called(hook: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    hook((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}
