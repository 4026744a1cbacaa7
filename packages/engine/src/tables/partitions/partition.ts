import { KeySamples } from './key-samples.js'
import { PartitionLoad } from './partition-load.js'

/** Where a partition begins and which one it is: what the catalogue keeps of it. */
export interface PartitionBound {
  /** Of a table; never given twice. */
  readonly id: number
  /** An encoded partition key, without the space byte; empty for the first partition. */
  readonly start: Buffer
}

/** A partition-key value with more than half of the load of a hot partition, which splitting cannot help. */
export interface HotKey {
  /** Encoded, without the space byte. */
  readonly key: Buffer
  /** Of the load of its partition. */
  readonly share: number
  readonly unitsPerSecond: number
}

/** A partition-key value that takes more than a partition-key value should. */
export interface BigValue {
  readonly key: Buffer
  readonly bytes: number
}

interface Measurable {
  /** Bytes, as the store has them. */
  total(): Promise<number>
}

/**
 * A contiguous range of partition-key values of a table, with what is known of its load. A range that
 * changes is another partition with another id.
 */
export class Partition implements PartitionBound {
  readonly id: number
  readonly start: Buffer
  /** Where the next one begins; undefined for the last. */
  readonly end: Buffer | undefined
  readonly load = new PartitionLoad()
  readonly samples: KeySamples
  /** Of the store at the last measurement; undefined before the first one. */
  measuredBytes: number | undefined
  secondsSinceMeasured = 0
  /** Monotonic milliseconds up to which requests are refused; 0 when none are. */
  unavailableUntil = 0
  /** For how long it has been hot, or cold, without a break. */
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

  /** About what it takes: as measured, and all that was written since. */
  get bytes(): number {
    return (this.measuredBytes ?? 0) + this.load.unmeasuredBytes
  }

  /** Asks the store, whose answer stands for all that was counted as written so far. */
  measure(rows: Measurable): Promise<number> {
    this.#measuring ??= this.#measure(rows).finally(() => {
      this.#measuring = undefined
    })
    return this.#measuring
  }

  async #measure(rows: Measurable): Promise<number> {
    // What is written from here on may or may not be among what is measured.
    const counted = this.load.unmeasuredBytes
    const bytes = await rows.total()
    this.measuredBytes = bytes
    this.secondsSinceMeasured = 0
    this.load.unmeasuredBytes -= counted
    return bytes
  }

  /** Whether an encoded key, from its partition key on, lies in the range. */
  holds(key: Uint8Array, from = 0): boolean {
    const { start, end } = this
    if (start.compare(key, from) > 0) return false
    return end === undefined || end.compare(key, from) > 0
  }
}
