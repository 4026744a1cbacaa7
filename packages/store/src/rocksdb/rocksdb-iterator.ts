import type { Gate } from '@rowhouse/platform'
import type RocksDB from 'rocksdb-native'
import { nextBatchEntries } from '../batch-entries.js'
import type { Entry, EntryIterator, KeyRange } from '../key-value-store.js'

/**
 * Uses the package's iterator by its hooks instead of as a stream: one `next` is one native call of a size
 * that we choose, there is no read-ahead, and the snapshot is taken with the first batch.
 */
export class RocksDbIterator implements EntryIterator {
  readonly #native: RocksDB.NativeIterator
  readonly #gate: Gate
  readonly #onClose: () => void
  #entries: readonly Entry[] = []
  #opened = false
  #finished = false
  #closed: Promise<void> | undefined
  #running: Promise<unknown> = Promise.resolve()

  constructor(db: RocksDB, range: KeyRange, gate: Gate, onClose: () => void) {
    this.#gate = gate
    this.#onClose = onClose
    const { start, end, reverse, batchEntries, keyOffset = 0, keysOnly } = range
    const capacity = batchEntries
    const native = db.iterator({ gte: start, lt: end, reverse, capacity, values: !keysOnly })
    this.#native = native
    // Entries are made here, from the memory that the native side returns: the package would make a stream
    // of them first. Its own hook gets no entries and only ends the call.
    const onRead = native._onread
    native.push = () => true
    native._onread = (error, keys, values) => {
      if (!error) {
        this.#finished = keys.length < native._capacity
        this.#entries = keysOnly
          ? keys.map((key) => ({ key: Buffer.from(key, keyOffset), value: NO_VALUE }))
          : entriesOf(keys, values, keyOffset)
      }
      onRead.call(native, error, NONE, NONE)
    }
    // The native side treats an empty bound as none, so an empty or inverted range must not reach it.
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
    await this.#gate.enter()
    try {
      if (this.#opened) this.#resize(nextBatchEntries(this.#entries))
      else {
        await called((done) => this.#native._open(done))
        this.#opened = true
      }
      await called((done) => this.#native._read(done))
      return this.#entries
    } finally {
      this.#gate.leave()
    }
  }

  #resize(batchEntries: number): void {
    if (batchEntries === this.#native._capacity) return
    this.#native._capacity = batchEntries
    this.#native._resize()
  }

  async #close(): Promise<void> {
    this.#finished = true
    this.#entries = []
    try {
      await called((done) => this.#native._destroy(done))
    } finally {
      this.#onClose()
    }
  }
}

const NONE: readonly ArrayBuffer[] = []
const NO_VALUE = Buffer.alloc(0)

function entriesOf(
  keys: readonly ArrayBuffer[],
  values: readonly ArrayBuffer[],
  keyOffset: number,
): Entry[] {
  const entries: Entry[] = []
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    const value = values[index]
    if (key !== undefined && value !== undefined)
      entries.push({ key: Buffer.from(key, keyOffset), value: Buffer.from(value) })
  }
  return entries
}

function called(hook: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    hook((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
}
