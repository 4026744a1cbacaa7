import type { GroupByRange, Range } from '@rowhouse/protocol'
import { type AggregationScope, aggregatedField } from '../aggregation-field.js'
import { EMPTY_BUCKET } from '../aggregator.js'
import { gatherDoubles } from '../columns/gather.js'
import { PlaceFinder, createPlaces } from '../columns/value-places.js'
import type { CompiledKind } from './compiled-kind.js'
import type { Groups } from './group-aggregator.js'
import { bucketsByKey, cutRanges, rangeKeys } from './range-keys.js'

/** One group per range, ordered by its start; empty ones are included. */
export function compileByRange(asked: GroupByRange, scope: AggregationScope): CompiledKind {
  const field = aggregatedField(asked.fieldName, scope, {
    kind: 'group_by_range',
    isMetric: false,
    allowed: ['LONG', 'DOUBLE'],
  })
  const ranges = asked.ranges.toSorted((a, b) => compare(a.from, b.from) || compare(a.to, b.to))
  const cuts = cutRanges(ranges)
  return {
    isNested: field.layout.level !== '',
    sorters: [],
    start: () => ({
      source: {
        open: ({ segment }) => {
          const found = field.find(segment.rows)
          if (found?.field.kind !== 'numeric' || found.field.column === undefined) return undefined
          const finder = new PlaceFinder(found.shape, false, createPlaces())
          return rangeKeys(ranges, cuts, finder, gatherDoubles(found.field.column))
        },
      },
      result: (groups) => ({ kind: 'range', items: rangeItems(ranges, groups) }),
    }),
  }
}

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

export function rangeItems(ranges: readonly Range[], groups: Groups) {
  const buckets = bucketsByKey(groups.buckets, groups.key)
  return ranges.map(({ from, to }, range) => {
    const bucket = buckets.get(range) ?? EMPTY_BUCKET
    return { from, to, rowCount: groups.rowCount(bucket), ...groups.sub(bucket) }
  })
}
