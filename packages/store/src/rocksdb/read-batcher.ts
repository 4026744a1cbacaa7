import type RocksDB from 'rocksdb-native'
import { type Clock, countDiskReads, systemClock } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'
import { ReadPace } from './read-pace.js'

/** A get that waits to be assigned to a batch. */
interface WaitingGet {
  readonly key: Buffer
  readonly resolve: (value: Promise<Buffer | undefined>) => void
}

/**
 * Collects gets into native batches, because calling native code and waking a thread costs more than the
 * get itself. If no batch is in progress and the last one had a single key, a get starts at once; otherwise
 * it waits until the end of this turn of the event loop for others to share its batch. One thread reads a
 * batch key by key, so gets that wait for the disk are spread over idle threads.
 */
export class ReadBatcher {
  readonly #db: Pick<RocksDB, 'read'>
  readonly #clock: Clock
  readonly #diskReads: () => number
  readonly #pace = new ReadPace()
  #batch: RocksDB.ReadBatch | undefined
  #gathered = 0
  /** The number of keys in the batch that was sent last. */
  #lastKeys = 1
  /** The gets of a turn that spreads them over several batches; undefined in other turns. */
  #waiting: WaitingGet[] | undefined
  #underWay = 0
  /** The keys of all batches that have ended so far. */
  #keysEnded = 0
  #sendScheduled = false

  constructor(
    db: Pick<RocksDB, 'read'>,
    clock: Clock = systemClock,
    diskReads: () => number = countDiskReads,
  ) {
    this.#db = db
    this.#clock = clock
    this.#diskReads = diskReads
  }

  get(key: Buffer): Promise<Buffer | undefined> {
    if (!this.#sendScheduled) this.#beginTurn()
    const waiting = this.#waiting
    if (waiting === undefined) return this.#gather(key)
    return new Promise((resolve) => {
      waiting.push({ key, resolve })
    })
  }

  /** Reads all keys at one point in time, which one native batch guarantees. */
  getMany(keys: readonly Buffer[]): Promise<(Buffer | undefined)[]> {
    if (keys.length === 0) return Promise.resolve([])
    const batch = this.#db.read(batchFor(keys.length))
    const values = Promise.all(keys.map((key) => batch.get(key).then(orUndefined)))
    this.#flush(batch, keys.length)
    return values
  }

  /** True when more batches would have to wait for threads. */
  get #isCrowded(): boolean {
    return this.#underWay >= storeLimits.READ_BATCHES_CROWD
  }

  #beginTurn(): void {
    this.#sendScheduled = true
    if (this.#pace.isSlow && !this.#isCrowded) this.#waiting = []
    if (this.#underWay === 0 && this.#lastKeys === 1) process.nextTick(this.#sendNow)
    else setImmediate(this.#sendNow)
  }

  readonly #sendNow = (): void => {
    this.#sendScheduled = false
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting !== undefined) this.#distribute(waiting)
    this.#send()
  }

  #distribute(gets: readonly WaitingGet[]): void {
    const free = storeLimits.READ_BATCHES_AT_ONCE - this.#underWay
    const size = this.#pace.batchKeys(gets.length, Math.max(1, free))
    for (let from = 0; from < gets.length; from += size) {
      for (const { key, resolve } of gets.slice(from, from + size)) resolve(this.#gatherLate(key))
      this.#send()
    }
  }

  /** Async, so that the error of a store that was closed meanwhile becomes a rejection. */
  async #gatherLate(key: Buffer): Promise<Buffer | undefined> {
    return this.#gather(key)
  }

  #gather(key: Buffer): Promise<Buffer | undefined> {
    this.#batch ??= this.#db.read(batchFor(1))
    const value = this.#batch.get(key)
    this.#gathered++
    if (this.#gathered >= storeLimits.READ_BATCH_KEYS_MAX) this.#send()
    return value.then(orUndefined)
  }

  #send(): void {
    const batch = this.#batch
    if (batch === undefined) return
    const keys = this.#gathered
    this.#lastKeys = keys
    this.#batch = undefined
    this.#gathered = 0
    if (this.#isCrowded || !this.#pace.learnsFrom(keys)) this.#flush(batch, keys)
    else this.#flushTimed(batch, keys)
  }

  #flush(batch: RocksDB.ReadBatch, keys: number): void {
    this.#underWay++
    const landed = (): void => this.#landed(keys)
    // Each get rejects by itself; here an error only means that the batch has ended.
    batch.flush().then(landed, landed)
  }

  #flushTimed(batch: RocksDB.ReadBatch, keys: number): void {
    this.#underWay++
    const startedAt = this.#clock.monotonic()
    const readBefore = this.#diskReads()
    const endedBefore = this.#keysEnded
    const landed = (): void => {
      this.#landed(keys)
      const ms = this.#clock.monotonic() - startedAt
      const read = this.#diskReads()
      // A system that does not count disk reads reports 0.
      const blocks = read === 0 ? undefined : read - readBefore
      this.#pace.learn({ keys, ms, blocks, keysEnded: this.#keysEnded - endedBefore })
    }
    batch.flush().then(landed, landed)
  }

  #landed(keys: number): void {
    this.#underWay--
    this.#keysEnded += keys
  }
}

/**
 * The capacity of a new batch, which grows if needed. The package reuses batches that have not grown beyond
 * this.
 */
const BATCH_CAPACITY = 16

function batchFor(keys: number): RocksDB.BatchOptions {
  return { capacity: Math.max(keys, BATCH_CAPACITY), autoDestroy: true }
}

function orUndefined(value: Buffer | null): Buffer | undefined {
  return value ?? undefined
}
