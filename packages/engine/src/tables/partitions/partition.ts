import { HotMinutes } from './hot-minutes.js'
import { KeySamples } from './key-samples.js'
import { PartitionLoad } from './partition-load.js'

/** The id of a partition and the key at which it begins, as the catalogue stores them. */
export interface PartitionBound {
  /** Unique within the table and never reused. */
  readonly id: number
  /** An encoded partition key, without the space byte; empty for the first partition. */
  readonly start: Buffer
}

/**
 * A partition-key value with more than half of the load of a hot partition, which a split would not
 * relieve.
 */
export interface HotKey {
  /** Encoded, without the space byte. */
  readonly key: Buffer
  /** The share of its partition's load. */
  readonly share: number
  readonly unitsPerSecond: number
}

/** A partition-key value with at least half of the bytes that one should have (`partitionKeyBytes`). */
export interface BigValue {
  readonly key: Buffer
  readonly bytes: number
}

interface Measurable {
  /** Bytes in the store. */
  total(): Promise<number>
}

/**
 * A contiguous range of partition-key values of a table, with its load and size. A changed range is a new
 * partition with a new id.
 */
export class Partition implements PartitionBound {
  readonly id: number
  readonly start: Buffer
  /** Where the next one begins; undefined for the last. */
  readonly end: Buffer | undefined
  readonly load = new PartitionLoad()
  readonly samples: KeySamples
  readonly hotMinutes = new HotMinutes()
  /** Bytes in the store at the last measurement; undefined before the first one. */
  measuredBytes: number | undefined
  secondsSinceMeasured = 0
  /** The monotonic time in milliseconds until which requests are refused; 0 when none are. */
  unavailableUntil = 0
  /** For how long it has been hot, or cold, without interruption. */
  hotSeconds = 0
  coldSeconds = 0
  hotKey: HotKey | undefined
  bigValues: readonly BigValue[] = []
  #measuring: Promise<number> | undefined

  constructor({ id, start }: PartitionBound, end: Buffer | undefined) {
    this.id = id
    this.start = start
    this.end = end
    this.samples = new KeySamples(id)
  }

  /** An estimate: the bytes at the last measurement, and all bytes written since. */
  get bytes(): number {
    return (this.measuredBytes ?? 0) + this.load.unmeasuredBytes
  }

  /** Asks the store for the size, which includes all bytes counted as written so far. */
  measure(rows: Measurable): Promise<number> {
    this.#measuring ??= this.#measure(rows).finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  async #measure(rows: Measurable): Promise<number> {
    // Bytes that are written from here on may or may not be in the measurement, so they stay counted.
    const counted = this.load.unmeasuredBytes
    const bytes = await rows.total()
    this.measuredBytes = bytes
    this.secondsSinceMeasured = 0
    this.load.unmeasuredBytes -= counted
    return bytes
  }

  /** Whether the encoded key whose partition key begins at `from` lies in the range. */
  holds(key: Uint8Array, from = 0): boolean {
    const { start, end } = this
    if (start.compare(key, from) > 0) return false
    return end === undefined || end.compare(key, from) > 0
  }
}
