import { limits } from '@rowhouse/protocol'
import type RocksDB from 'rocksdb-native'
import { type Clock, systemClock } from '../platform/clock.js'

/**
 * Gathers gets into native batches, because crossing into native code and waking a thread costs more than the
 * get itself. With nothing under way a get leaves at once; while others are under way it waits for
 * company until the end of this turn of the event loop. A batch is read by one thread, one key after the
 * other: where the disk is waited for and nobody else reads, gets are dealt out to several.
 */
export class ReadBatcher {
  readonly #db: Pick<RocksDB, 'read'>
  readonly #clock: Clock
  #batch: RocksDB.ReadBatch | undefined
  #gathered = 0
  /** Of the batches of this turn. */
  #keysMax: number = limits.READ_BATCH_KEYS_MAX
  #underWay = 0
  #sendScheduled = false
  /** What a key of a batch took lately that nothing stood beside, in milliseconds. */
  #keyMs = 0

  constructor(db: Pick<RocksDB, 'read'>, clock: Clock = systemClock) {
    this.#db = db
    this.#clock = clock
  }

  get(key: Buffer): Promise<Buffer | undefined> {
    if (!this.#sendScheduled) this.#beginTurn()
    this.#batch ??= this.#db.read({ capacity: this.#keysMax, autoDestroy: true })
    const value = this.#batch.get(key)
    this.#gathered++
    if (this.#gathered >= this.#keysMax) this.#send()
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

  #beginTurn(): void {
    this.#sendScheduled = true
    const isSlow = this.#underWay === 0 && this.#keyMs > limits.READ_KEY_SLOW_MS
    this.#keysMax = isSlow ? limits.READ_BATCH_KEYS_SLOW : limits.READ_BATCH_KEYS_MAX
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
    const keys = this.#gathered
    this.#batch = undefined
    this.#gathered = 0
    // One alone says most of what it takes to wake threads.
    if (this.#underWay > 0 || keys < limits.READ_BATCH_KEYS_SLOW) this.#flush(batch)
    else this.#flushTimed(batch, keys)
  }

  #flush(batch: RocksDB.ReadBatch): void {
    this.#underWay++
    // Each get rejects by itself; here an error only means that the batch is over.
    batch.flush().then(this.#landed, this.#landed)
  }

  #flushTimed(batch: RocksDB.ReadBatch, keys: number): void {
    this.#underWay++
    const startedAt = this.#clock.monotonic()
    const landed = (): void => {
      this.#landed()
      const took = this.#clock.monotonic() - startedAt - limits.READ_WAKE_MS
      this.#keyMs += (took / keys - this.#keyMs) / 4
    }
    batch.flush().then(landed, landed)
  }

  readonly #landed = (): void => {
    this.#underWay--
  }
}

function orUndefined(value: Buffer | null): Buffer | undefined {
  return value ?? undefined
}
