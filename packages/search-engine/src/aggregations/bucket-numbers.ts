import { outOfRange } from '@rowhouse/platform'

const FIRST_BUCKETS = 64

/** One number per bucket, initially `initial`. */
export class BucketNumbers {
  values: Float64Array
  readonly #initial: number

  constructor(initial: number) {
    this.#initial = initial
    this.values = new Float64Array(FIRST_BUCKETS).fill(initial)
  }

  get memoryBytes(): number {
    return this.values.byteLength
  }

  /** Makes room for buckets below `buckets`; called before they are written. */
  reserve(buckets: number): Float64Array {
    const { values } = this
    if (buckets <= values.length) return values
    const grown = new Float64Array(Math.max(buckets, values.length * 2)).fill(this.#initial)
    grown.set(values)
    this.values = grown
    return grown
  }

  at(bucket: number): number {
    return this.values[bucket] ?? this.#initial
  }
}

/** Adds `by` for each bucket of a list; by default 1. */
export function countBuckets(
  counts: Float64Array,
  buckets: Uint32Array,
  count: number,
  each = 1,
): void {
  for (let index = 0; index < count; index++) {
    const bucket = buckets[index] ?? outOfRange()
    counts[bucket] = (counts[bucket] ?? outOfRange()) + each
  }
}
