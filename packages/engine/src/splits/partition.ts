import { KeySamples } from './key-samples.js'
import { PartitionLoad } from './partition-load.js'

/** Where a partition begins and which one it is: what the catalogue keeps of it. */
export interface PartitionBound {
  /** Of a table; never given twice. */
  readonly id: number
  /** An encoded partition key, without the space byte; empty for the first partition. */
  readonly start: Buffer
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
  /** Monotonic milliseconds up to which requests are refused; 0 when none are. */
  unavailableUntil = 0

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

  /** Whether an encoded key, from its partition key on, lies in the range. */
  holds(key: Uint8Array, from = 0): boolean {
    const { start, end } = this
    if (start.compare(key, from) > 0) return false
    return end === undefined || end.compare(key, from) > 0
  }
}
