import { outOfRange } from '@rowhouse/platform'
import type { FieldReader } from '../../segments/field-reader.js'
import type { AggregatedField } from '../aggregation-field.js'
import type { Aggregator } from '../aggregator.js'
import { BucketNumbers, countBuckets } from '../bucket-numbers.js'
import { FieldValues } from './over-values.js'

/** The number of values, not of rows: an array of three counts three. */
export function countAggregator(field: AggregatedField): Aggregator<number> {
  const values = new FieldValues(field, false)
  const counts = new BucketNumbers(0)
  let reader: FieldReader | undefined
  return {
    open: (view) => {
      reader = values.open(view)
    },
    collect: (block) => {
      if (reader === undefined) return
      const { buckets, count } = values.find(block)
      countBuckets(counts.reserve(block.bucketCount), buckets, count)
    },
    collectWhole: () => {
      if (field.layout.level !== '' || field.layout.isArray) return false
      const all = counts.reserve(1)
      all[0] = (all[0] ?? outOfRange()) + (reader?.documentsWithValue ?? 0)
      return true
    },
    close: () => undefined,
    memoryBytes: () => counts.memoryBytes,
    result: (bucket) => counts.at(bucket),
    value: (bucket) => counts.at(bucket),
  }
}
