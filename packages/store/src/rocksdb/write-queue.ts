import type RocksDB from 'rocksdb-native'
import { storeLimits } from '../limits.js'
import { withDiskFullCode } from '../folder/full-disk-error.js'
import type { StoreMutation } from '../key-value-store.js'

const FIRST_MUTATIONS = 1024

interface WaitingBatch {
  readonly batch: readonly StoreMutation[]
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Runs one native write at a time: the thread pool would reorder several, and reads would queue behind
 * them. Batches that wait meanwhile are joined in the next write.
 */
export class WriteQueue {
  /** Reused for every write, so that it keeps its capacity. */
  readonly #write: RocksDB.WriteBatch
  /** Only for errors. */
  readonly #path: string
  #waiting: WaitingBatch[] = []
  #running: Promise<void> | undefined

  constructor(db: RocksDB, path: string) {
    this.#path = path
    this.#write = db.write({ capacity: FIRST_MUTATIONS })
  }

  apply(batch: readonly StoreMutation[]): Promise<void> {
    if (batch.length === 0 && this.#running === undefined) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ batch, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  async close(): Promise<void> {
    await this.#running
    this.#write.destroy()
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#nextGroup()
      try {
        await this.#writeGroup(group)
        for (const { resolve } of group) resolve()
      } catch (failure) {
        const error = withDiskFullCode(failure, this.#path)
        // The applied batches must be a prefix of the calls, so those behind the failed one fail too.
        const behind = this.#waiting.splice(0)
        for (const { reject } of [...group, ...behind]) reject(error)
      }
    }
    this.#running = undefined
  }

  #nextGroup(): WaitingBatch[] {
    let mutations = 0
    const end = this.#waiting.findIndex(({ batch }, index) => {
      mutations += batch.length
      return index > 0 && mutations > storeLimits.STORE_WRITE_MUTATIONS
    })
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end)
  }

  #writeGroup(group: readonly WaitingBatch[]): Promise<void> {
    const write = this.#write
    for (const { batch } of group) {
      for (const mutation of batch) {
        if (mutation.kind === 'put') write.tryPut(mutation.key, mutation.value)
        else if (mutation.kind === 'delete') write.tryDelete(mutation.key)
        else if (mutation.start.compare(mutation.end) < 0) {
          write.tryDeleteRange(mutation.start, mutation.end)
        }
      }
    }
    return write.flush()
  }
}
