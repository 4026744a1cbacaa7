import { limits } from '@rowhouse/protocol'
import type RocksDB from 'rocksdb-native'

/**
 * Gathers gets into native batches, because crossing into native code and waking a thread costs more than the
 * get itself. With nothing under way a get leaves at once; while others are under way it waits for
 * company until the end of this turn of the event loop. Small batches keep several threads busy.
 */
export class ReadBatcher {
  readonly #db: RocksDB
  #batch: RocksDB.ReadBatch | undefined
  #gathered = 0
  #underWay = 0
  #sendScheduled = false

  constructor(db: RocksDB) {
    this.#db = db
  }

  get(key: Buffer): Promise<Buffer | undefined> {
    this.#batch ??= this.#db.read({ capacity: limits.READ_BATCH_KEYS_MAX, autoDestroy: true })
    const value = this.#batch.get(key)
    this.#gathered++
    if (this.#gathered === limits.READ_BATCH_KEYS_MAX) this.#send()
    else if (!this.#sendScheduled) this.#scheduleSend()
    return value.then(orUndefined)
  }

  /** All at one point in time, which one native batch guarantees. */
  getMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> {
    if (keys.length === 0) return Promise.resolve([])
    const batch = this.#db.read({ capacity: keys.length, autoDestroy: true })
    const values = Promise.all(keys.map((key) => batch.get(key).then(orUndefined)))
    this.#flush(batch)
    return values
  }

  #scheduleSend(): void {
    this.#sendScheduled = true
    if (this.#underWay === 0) process.nextTick(this.#sendNow)
    else setImmediate(this.#sendNow)
  }

  readonly #sendNow = (): void => {
    this.#sendScheduled = false
    this.#send()
  }

  #send(): void {
    const batch = this.#batch
    if (batch === undefined) return
    this.#batch = undefined
    this.#gathered = 0
    this.#flush(batch)
  }

  #flush(batch: RocksDB.ReadBatch): void {
    this.#underWay++
    // Each get rejects by itself; here an error only means that the batch is over.
    batch.flush().then(this.#landed, this.#landed)
  }

  readonly #landed = (): void => {
    this.#underWay--
  }
}

function orUndefined(value: Buffer | null): Buffer | undefined {
  return value ?? undefined
}
