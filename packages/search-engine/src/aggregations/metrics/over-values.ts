import { outOfRange } from '@rowhouse/platform'
import type { FieldReader } from '../../segments/field-reader.js'
import type { SegmentView } from '../../segments/segment-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Block } from '../aggregator.js'
import { BucketNumbers } from '../bucket-numbers.js'
import { type Places, PlaceFinder, createPlaces } from '../columns/value-places.js'

/** The first step of every metric over a field's values: finds them and counts hits without one. */
export class FieldValues {
  /** Hits without a value, by bucket; only counted on request. */
  readonly absent = new BucketNumbers(0)
  readonly #field: AggregatedField
  readonly #wantsAbsent: boolean
  readonly #scratch: Places = createPlaces()
  #finder: PlaceFinder

  constructor(field: AggregatedField, wantsAbsent: boolean) {
    this.#field = field
    this.#wantsAbsent = wantsAbsent
    this.#finder = new PlaceFinder(undefined, wantsAbsent, this.#scratch)
  }

  get memoryBytes(): number {
    return this.absent.memoryBytes
  }

  open({ segment }: SegmentView): FieldReader | undefined {
    const found = this.#field.find(segment.rows)
    this.#finder = new PlaceFinder(found?.shape, this.#wantsAbsent, this.#scratch)
    return found?.field
  }

  find(block: Block): Places {
    const places = this.#finder.find(block)
    if (places.absentCount > 0 && this.#wantsAbsent) {
      const absent = this.absent.reserve(block.bucketCount)
      for (let index = 0; index < places.absentCount; index++) {
        const bucket = block.buckets[places.absent[index] ?? outOfRange()] ?? outOfRange()
        absent[bucket] = (absent[bucket] ?? outOfRange()) + 1
      }
    }
    return places
  }
}
