import type {
  Aggregation,
  GroupBy,
  Grouping,
  MetricAggregation,
  SubAggregations,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'

type Metric = MetricAggregation
type GroupingOf<Kind extends Grouping['kind']> = Extract<Grouping, { kind: Kind }>

const NOTHING: SubAggregations = { subAggregations: [], subGroupBys: [] }
const numbers = ['c1', 'c3'] as const
const keys = ['c0', 'c1', 'c3', 'c4', 'c11'] as const

const metricOf = (random: Choices): Metric => {
  const fieldName = random.pick(numbers)
  const missing = random.once(4) ? (fieldName === 'c1' ? 7n : 1.5) : undefined
  const kind = random.pick(['avg', 'max', 'min', 'sum', 'distinctCount'] as const)
  switch (random.below(5)) {
    case 0:
      return { kind: 'count', fieldName: random.pick(keys) }
    case 1:
      return { kind: 'topRows', limit: 1 + random.below(5), sort: undefined }
    case 2:
      return { kind: 'percentiles', fieldName, percentiles: [1, 50, 99.9], missing }
    default:
      return { kind, fieldName, missing }
  }
}

export const aggregationsOf = (random: Choices): readonly Aggregation[] =>
  Array.from({ length: random.below(3) }, (_, at) => ({ ...metricOf(random), name: `a${at}` }))

const sort = [{ kind: 'rowCount', order: 'DESC' }] as const

const fieldGroups = (random: Choices): GroupingOf<'field'> => ({
  kind: 'field',
  fieldName: random.pick(keys),
  size: 1 + random.below(20),
  sort: random.once(2) ? sort : undefined,
  minDocCount: random.once(4) ? random.below(3) : undefined,
  ...NOTHING,
})

const histogram = (): GroupingOf<'histogram'> => ({
  kind: 'histogram',
  fieldName: 'c1',
  interval: 10n,
  missing: undefined,
  minDocCount: 1,
  sort: undefined,
  fieldRange: { min: -100n, max: 100n },
  offset: undefined,
  ...NOTHING,
})

const dateHistogram = (): GroupingOf<'dateHistogram'> => ({
  kind: 'dateHistogram',
  fieldName: 'c7',
  interval: { value: 1, unit: 'MONTH' },
  fieldRange: { min: '2020-01-01', max: '2026-01-01' },
  missing: undefined,
  minDocCount: 1,
  timeZone: '+08:00',
  sort: undefined,
  offset: undefined,
  ...NOTHING,
})

const groupOf = (random: Choices): Grouping => {
  const ranges = [
    { from: -10, to: 10 },
    { from: 10, to: 1e6 },
  ]
  const origin = { lat: 30, lon: 120 }
  switch (random.below(8)) {
    case 0:
      return { kind: 'range', fieldName: random.pick(numbers), ranges, ...NOTHING }
    case 1:
      return { kind: 'filter', filters: [{ kind: 'matchAll' }], ...NOTHING }
    case 2:
      return { kind: 'geoDistance', fieldName: 'c5', origin, ranges, ...NOTHING }
    case 3:
      return { kind: 'geoGrid', fieldName: 'c5', precision: 4, size: 10, ...NOTHING }
    case 4:
      return histogram()
    case 5:
      return dateHistogram()
    case 6: {
      const sources = [{ ...fieldGroups(random), sort: undefined, name: 's0' }]
      const rest = { size: 5, nextToken: undefined, suggestedSize: undefined }
      return { kind: 'composite', sources, ...rest, ...NOTHING }
    }
    default:
      return fieldGroups(random)
  }
}

/** Sometimes with group-bys inside group-bys. */
export const groupBysOf = (random: Choices, depth = 2): readonly GroupBy[] =>
  Array.from({ length: random.below(2) }, (_, at) => ({
    ...groupOf(random),
    name: `g${at}`,
    subAggregations: aggregationsOf(random),
    subGroupBys: depth > 1 ? groupBysOf(random, depth - 1) : [],
  }))
