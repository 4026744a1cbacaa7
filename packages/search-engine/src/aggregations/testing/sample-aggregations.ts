import type {
  Aggregation,
  DateTimeValue,
  GroupBy,
  GroupBySorter,
  SearchVariant,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import { corner, day, smallLong, words } from '../../queries/testing/sample-rows.js'

/** Fields of the sample index by the aggregations that they allow. */
const NUMBERS = ['l', 'la', 'd', 'n.l', 'n.m.l', 'j.l'] as const
const RANKED = ['l', 'la', 'd', 'n.l', 'dt', 'n.m.l'] as const
const GROUPED = ['l', 'la', 'd', 'b', 'k', 'ka', 'n.l', 'n.k', 'n.m.l'] as const
const COUNTED = ['l', 'la', 'd', 'b', 'k', 'ka', 'n.k', 'g', 'ga', 'dt'] as const

type Name = string
const from = <T>(values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined })
const order = fc.constantFrom('ASC' as const, 'DESC' as const)
const name: fc.Arbitrary<Name> = fc.constantFrom('a', 'b', 'C', 'e')

/** A value of the field's type. */
function valueFor(field: string): fc.Arbitrary<SearchVariant> {
  if (field === 'd') return smallLong.map((value) => value / 4)
  if (field === 'dt') return day
  if (field === 'b') return fc.boolean()
  if (field === 'k' || field === 'ka' || field === 'n.k') return words
  if (field === 'g' || field === 'ga') return fc.constant('1.5,2.5')
  return smallLong.map(BigInt)
}

function overField<Kind extends string>(kind: Kind, fields: readonly string[]) {
  return from(fields).chain((fieldName) =>
    fc.record({
      kind: fc.constant(kind),
      name,
      fieldName: fc.constant(fieldName),
      missing: maybe(valueFor(fieldName)),
    }),
  )
}

const numberAggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  overField('sum', NUMBERS),
  overField('avg', NUMBERS),
  overField('min', [...NUMBERS, 'dt']),
  overField('max', [...NUMBERS, 'dt']),
  // A point given for missing values would have to be compared in its stored form.
  overField(
    'distinctCount',
    COUNTED.filter((field) => field !== 'g' && field !== 'ga'),
  ),
  fc.record({ kind: fc.constant('count' as const), name, fieldName: from(COUNTED) }),
)

export const sampleAggregation: fc.Arbitrary<Aggregation> = fc.oneof(
  { weight: 4, arbitrary: numberAggregation },
  {
    weight: 1,
    arbitrary: from(RANKED).chain((fieldName) =>
      fc.record({
        kind: fc.constant('percentiles' as const),
        name,
        fieldName: fc.constant(fieldName),
        percentiles: fc.constantFrom([50], [99, 1, 25], [20, 60, 100]),
        missing: maybe(valueFor(fieldName)),
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('topRows' as const),
      name,
      limit: fc.nat(4),
      sort: maybe(
        order.map((direction) => ({
          sorters: [{ kind: 'primaryKey' as const, order: direction }],
          disableDefaultPrimaryKeySorter: false,
        })),
      ),
    }),
  },
)

interface Sub {
  readonly subAggregations: readonly Aggregation[]
  readonly subGroupBys: readonly GroupBy[]
}

function sorters({ subAggregations }: Sub): fc.Arbitrary<readonly GroupBySorter[] | undefined> {
  const numbers = subAggregations.filter(({ kind }) => kind !== 'topRows' && kind !== 'percentiles')
  const bySub = numbers.map(({ name: sub }) =>
    order.map((direction) => ({ kind: 'subAggregation' as const, name: sub, order: direction })),
  )
  const sorter: fc.Arbitrary<GroupBySorter> = fc.oneof(
    fc.record({ kind: fc.constantFrom('groupKey' as const, 'rowCount' as const), order }),
    ...bySub,
  )
  return maybe(fc.array(sorter, { maxLength: 2 }))
}

/** Within a nested field no nested aggregation is allowed. */
const isNested = (field: string): boolean => field.startsWith('n.')

function mentionsNested(asked: Aggregation | GroupBy): boolean {
  if ('fieldName' in asked && isNested(asked.fieldName)) return true
  if (asked.kind === 'composite' && asked.sources.some(mentionsNested)) return true
  if (!('subGroupBys' in asked)) return false
  return [...asked.subAggregations, ...asked.subGroupBys].some(mentionsNested)
}

const size = maybe(fc.integer({ min: 1, max: 5 }))
const minDocCount = fc.constantFrom(undefined, 0, 1, 2)
const point = corner

function fieldGroupBy(sub: Sub): fc.Arbitrary<GroupBy> {
  return fc.record({
    kind: fc.constant('field' as const),
    name,
    fieldName: from(GROUPED),
    size,
    sort: sorters(sub),
    minDocCount: fc.constantFrom(undefined, 1, 2),
    subAggregations: fc.constant(sub.subAggregations),
    subGroupBys: fc.constant(sub.subGroupBys),
  })
}

const bound = fc.oneof(smallLong, fc.constantFrom(0.25, Number.NEGATIVE_INFINITY))
const range = fc
  .tuple(bound, fc.oneof(smallLong, fc.constant(Number.POSITIVE_INFINITY)))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))

function rangeGroupBys(sub: Sub): fc.Arbitrary<GroupBy> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('range' as const),
      name,
      fieldName: fc.constantFrom('la', 'd', 'n.l', 'l'),
      ranges: fc.array(range, { minLength: 1, maxLength: 4 }),
      subAggregations: fc.constant(sub.subAggregations),
      subGroupBys: fc.constant(sub.subGroupBys),
    }),
    fc.record({
      kind: fc.constant('geoDistance' as const),
      name,
      fieldName: fc.constantFrom('g', 'ga'),
      origin: point,
      ranges: fc.array(
        range.map(({ from: low, to }) => ({ from: low * 1_500_000.7, to: to * 1_500_000.7 })),
        { minLength: 1, maxLength: 3 },
      ),
      subAggregations: fc.constant(sub.subAggregations),
      subGroupBys: fc.constant(sub.subGroupBys),
    }),
    fc.record({
      kind: fc.constant('geoGrid' as const),
      name,
      fieldName: fc.constantFrom('g', 'ga'),
      precision: fc.constantFrom(1, 2, 4, 5, 12),
      size,
      subAggregations: fc.constant(sub.subAggregations),
      subGroupBys: fc.constant(sub.subGroupBys),
    }),
    fc.record({
      kind: fc.constant('filter' as const),
      name,
      filters: fc.array(
        fc.oneof(
          words.map((term) => ({ kind: 'term' as const, fieldName: 'ka', term, weight: 1 })),
          fc.constant({ kind: 'matchAll' as const }),
          fc.constant({ kind: 'exists' as const, fieldName: 'd' }),
        ),
        { minLength: 1, maxLength: 3 },
      ),
      subAggregations: fc.constant(sub.subAggregations),
      subGroupBys: fc.constant(sub.subGroupBys),
    }),
  )
}

function histogramGroupBy(sub: Sub): fc.Arbitrary<GroupBy> {
  return fc.constantFrom('la', 'd', 'n.l', 'l').chain((fieldName) => {
    const isLong = fieldName !== 'd'
    const number = (least: number, most: number) =>
      fc
        .integer({ min: least, max: most })
        .map((value): SearchVariant => (isLong ? BigInt(value) : value / 2))
    // Gaps between 64-bit integers are too large to fill.
    const least = fieldName === 'l' ? fc.constantFrom(undefined, 1, 2) : minDocCount
    return fc.record({
      kind: fc.constant('histogram' as const),
      name,
      fieldName: fc.constant(fieldName),
      interval: number(1, 4),
      missing: maybe(valueFor(fieldName)),
      minDocCount: least,
      sort: sorters(sub),
      fieldRange: maybe(fc.tuple(number(-6, 0), number(0, 6)).map(([min, max]) => ({ min, max }))),
      offset: maybe(number(-3, 3)),
      subAggregations: fc.constant(sub.subAggregations),
      subGroupBys: fc.constant(sub.subGroupBys),
    })
  })
}

const calendar: fc.Arbitrary<DateTimeValue> = fc.record({
  value: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom(
    'YEAR' as const,
    'QUARTER_YEAR' as const,
    'MONTH' as const,
    'WEEK' as const,
    'DAY' as const,
  ),
})

function dateHistogramGroupBy(sub: Sub): fc.Arbitrary<GroupBy> {
  return fc.record({
    kind: fc.constant('dateHistogram' as const),
    name,
    fieldName: fc.constant('dt'),
    interval: fc.oneof(calendar, fc.constant({ value: 7, unit: 'HOUR' as const })),
    fieldRange: maybe(
      fc.constantFrom(
        { min: '2024-05-11', max: '2024-05-14' },
        { min: '2024-01-01', max: '2025-01-02' },
      ),
    ),
    missing: maybe(day),
    minDocCount: fc.constantFrom(undefined, 0, 2),
    timeZone: fc.constantFrom(undefined, '+08:00', '-03:30'),
    sort: sorters(sub),
    offset: maybe(
      fc.record({
        value: fc.integer({ min: -5, max: 5 }),
        unit: fc.constantFrom('HOUR' as const, 'DAY' as const),
      }),
    ),
    subAggregations: fc.constant(sub.subAggregations),
    subGroupBys: fc.constant(sub.subGroupBys),
  })
}

const NOTHING: Sub = { subAggregations: [], subGroupBys: [] }
const keySort = maybe(order.map((direction) => [{ kind: 'groupKey' as const, order: direction }]))

const source: fc.Arbitrary<GroupBy> = fc
  .oneof(fieldGroupBy(NOTHING), histogramGroupBy(NOTHING), dateHistogramGroupBy(NOTHING))
  .chain((asked) => keySort.map((sort): GroupBy => ({ ...asked, sort }) as typeof asked))

/** All groups in one page; another test checks pages. */
function compositeGroupBy(
  sub: Sub,
  pageSize: fc.Arbitrary<number> = fc.constant(2000),
): fc.Arbitrary<GroupBy> {
  return fc.record({
    kind: fc.constant('composite' as const),
    name,
    sources: fc.uniqueArray(source, {
      minLength: 1,
      maxLength: 3,
      selector: (asked) => asked.name,
    }),
    size: pageSize,
    nextToken: fc.constant(undefined),
    suggestedSize: fc.constant(undefined),
    subAggregations: fc.constant(sub.subAggregations),
    subGroupBys: fc.constant(sub.subGroupBys),
  })
}

function groupByOver(depth: number): fc.Arbitrary<GroupBy> {
  const aggregations = fc.uniqueArray(sampleAggregation, {
    maxLength: 2,
    selector: (asked) => asked.name,
  })
  const groupBys =
    depth === 1
      ? fc.constant<GroupBy[]>([])
      : fc.array(fc.oneof({ depthSize: 'small' }, groupByOver(depth - 1)), { maxLength: 1 })
  const below = fc.record({ subAggregations: aggregations, subGroupBys: groupBys })
  return below
    .chain((sub) =>
      fc.oneof(
        { weight: 3, arbitrary: fieldGroupBy(sub) },
        { weight: 3, arbitrary: rangeGroupBys(sub) },
        { weight: 1, arbitrary: histogramGroupBy(sub) },
        { weight: 1, arbitrary: dateHistogramGroupBy(sub) },
        { weight: 1, arbitrary: compositeGroupBy(sub) },
      ),
    )
    .filter(isLegal)
}

function isLegal(asked: GroupBy): boolean {
  const own = { ...asked, subAggregations: [], subGroupBys: [] }
  const below = [...asked.subAggregations, ...asked.subGroupBys]
  return !mentionsNested(own) || !below.some(mentionsNested)
}

export const sampleGroupBy: fc.Arbitrary<GroupBy> = groupByOver(3)

/** Group-bys that can be made part by part; one in four has groups within it. */
export const sampleFieldGroupBy: fc.Arbitrary<GroupBy> = fc
  .record({
    subAggregations: fc.uniqueArray(sampleAggregation, {
      maxLength: 2,
      selector: (asked) => asked.name,
    }),
    subGroupBys: fc.oneof(
      { weight: 3, arbitrary: fc.constant<GroupBy[]>([]) },
      { weight: 1, arbitrary: fc.array(groupByOver(1), { minLength: 1, maxLength: 1 }) },
    ),
  })
  .chain(fieldGroupBy)
  .filter(isLegal)

/** The first page of combinations. */
export const sampleCompositeGroupBy: fc.Arbitrary<GroupBy> = fc
  .uniqueArray(sampleAggregation, { maxLength: 2, selector: (asked) => asked.name })
  .chain((subAggregations) =>
    compositeGroupBy({ subAggregations, subGroupBys: [] }, fc.constantFrom(1, 4, 2000)),
  )
  .filter(isLegal)
