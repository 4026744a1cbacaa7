import fc from 'fast-check'
import type { Aggregation } from '../search/aggregations/aggregation.js'
import type { GroupBySorter } from '../search/aggregations/group-by-sort.js'
import type { GroupBy, Grouping } from '../search/aggregations/group-by.js'
import type { MetricAggregation } from '../search/aggregations/metric-aggregation.js'
import {
  count,
  dateTimeValue,
  double,
  geoPoint,
  optional,
  searchVariant,
  text,
} from './search-arbitraries.js'
import { anyQuery, anySort } from './search-query-arbitraries.js'

const overField = fc.record({
  kind: fc.constantFrom('avg', 'max', 'min', 'sum', 'distinctCount'),
  fieldName: text,
  missing: optional(searchVariant),
})

const metric: fc.Arbitrary<MetricAggregation> = fc.oneof(
  overField,
  fc.record({ kind: fc.constant('count' as const), fieldName: text }),
  fc.record({
    kind: fc.constant('topRows' as const),
    limit: fc.nat(100),
    sort: optional(anySort),
  }),
  fc.record({
    kind: fc.constant('percentiles' as const),
    fieldName: text,
    percentiles: fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), {
      minLength: 1,
      maxLength: 4,
    }),
    missing: optional(searchVariant),
  }),
)

/** Gives the items different names, as they must have within one level. */
function named<T extends object>(
  arbitrary: fc.Arbitrary<T>,
  bounds: { readonly minLength?: number; readonly maxLength: number },
): fc.Arbitrary<(T & { readonly name: string })[]> {
  return fc
    .array(arbitrary, bounds)
    .map((list) => list.map((item, position) => ({ ...item, name: `name ${position}` })))
}

export const aggregationList: fc.Arbitrary<readonly Aggregation[]> = named(metric, {
  maxLength: 3,
})

const order = fc.constantFrom('ASC' as const, 'DESC' as const)
const sorter: fc.Arbitrary<GroupBySorter> = fc.oneof(
  fc.record({ kind: fc.constantFrom('groupKey', 'rowCount'), order }),
  fc.record({ kind: fc.constant('subAggregation' as const), name: text, order }),
)
const sort = optional(fc.array(sorter, { maxLength: 3 }))
const size = optional(fc.integer({ min: 1, max: 2000 }))
const minDocCount = optional(count)

const ranges = fc.array(
  fc.tuple(double, double).map(([one, other]) => ({
    from: Math.min(one, other),
    to: Math.max(one, other),
  })),
  { minLength: 1, maxLength: 3 },
)

const fieldRange = optional(fc.record({ min: searchVariant, max: searchVariant }))
const interval = fc.oneof(
  fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
  fc.double({ min: Number.MIN_VALUE, noNaN: true }),
)

function histograms(sub: SubArbitraries) {
  return [
    fc.record({
      kind: fc.constant('histogram' as const),
      fieldName: text,
      interval,
      missing: optional(searchVariant),
      minDocCount,
      sort,
      fieldRange,
      offset: optional(searchVariant),
      ...sub,
    }),
    fc.record({
      kind: fc.constant('dateHistogram' as const),
      fieldName: text,
      interval: dateTimeValue,
      fieldRange,
      missing: optional(searchVariant),
      minDocCount,
      timeZone: optional(text),
      sort,
      offset: optional(dateTimeValue),
      ...sub,
    }),
  ] as const
}

function byField(sub: SubArbitraries) {
  return fc.record({
    kind: fc.constant('field' as const),
    fieldName: text,
    size,
    sort,
    minDocCount,
    ...sub,
  })
}

interface SubArbitraries {
  readonly subAggregations: fc.Arbitrary<readonly Aggregation[]>
  readonly subGroupBys: fc.Arbitrary<readonly GroupBy[]>
}

const none: SubArbitraries = {
  subAggregations: fc.constant([]),
  subGroupBys: fc.constant([]),
}

const sources = named(fc.oneof(byField(none), ...histograms(none)), { minLength: 1, maxLength: 3 })

function grouping(sub: SubArbitraries): fc.Arbitrary<Grouping> {
  const kind = <K extends Grouping['kind']>(name: K) => fc.constant(name)
  return fc.oneof(
    byField(sub),
    ...histograms(sub),
    fc.record({ kind: kind('range'), fieldName: text, ranges, ...sub }),
    fc.record({
      kind: kind('filter'),
      filters: fc.array(anyQuery, { minLength: 1, maxLength: 2 }),
      ...sub,
    }),
    fc.record({ kind: kind('geoDistance'), fieldName: text, origin: geoPoint, ranges, ...sub }),
    fc.record({
      kind: kind('geoGrid'),
      fieldName: text,
      precision: fc.integer({ min: 1, max: 12 }),
      size,
      ...sub,
    }),
    fc.record({
      kind: kind('composite'),
      sources,
      size,
      nextToken: optional(text),
      suggestedSize: optional(fc.nat()),
      ...sub,
    }),
  )
}

function groupByLevels(depth: number): fc.Arbitrary<readonly GroupBy[]> {
  if (depth === 0) return none.subGroupBys
  const sub = { subAggregations: aggregationList, subGroupBys: groupByLevels(depth - 1) }
  return named(grouping(sub), { maxLength: 2 })
}

/** Group-bys of the largest allowed depth. */
export const groupByList: fc.Arbitrary<readonly GroupBy[]> = groupByLevels(3)
