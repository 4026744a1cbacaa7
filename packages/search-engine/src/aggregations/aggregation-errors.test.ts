import { type Aggregation, type GroupBy, TablestoreError } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { compileQuery, rowScope } from '../queries/compile.js'
import { sampleAnalyzers, sampleLayout } from '../queries/testing/sample-index.js'
import { compileAggregations } from './compile-aggregations.js'

const scope = rowScope(sampleLayout, sampleAnalyzers)

const metric = (
  kind: 'avg' | 'max' | 'min' | 'sum' | 'distinctCount',
  fieldName: string,
): Aggregation => ({ kind, name: 'm', fieldName, missing: undefined })
const count = (fieldName: string): Aggregation => ({ kind: 'count', name: 'm', fieldName })

const byField = (fieldName: string, below: Partial<GroupBy> = {}): GroupBy => ({
  kind: 'field',
  name: 'g',
  fieldName,
  size: undefined,
  sort: undefined,
  minDocCount: undefined,
  subAggregations: below.subAggregations ?? [],
  subGroupBys: below.subGroupBys ?? [],
})
const byDate = (changes: Partial<Extract<GroupBy, { kind: 'dateHistogram' }>>): GroupBy => ({
  kind: 'dateHistogram',
  name: 'g',
  fieldName: 'dt',
  interval: { value: 1, unit: 'DAY' },
  fieldRange: undefined,
  missing: undefined,
  minDocCount: undefined,
  timeZone: undefined,
  sort: undefined,
  offset: undefined,
  subAggregations: [],
  subGroupBys: [],
  ...changes,
})
const byNumber = (changes: Partial<Extract<GroupBy, { kind: 'histogram' }>>): GroupBy => ({
  kind: 'histogram',
  name: 'g',
  fieldName: 'l',
  interval: 1n,
  missing: undefined,
  minDocCount: undefined,
  sort: undefined,
  fieldRange: undefined,
  offset: undefined,
  subAggregations: [],
  subGroupBys: [],
  ...changes,
})
const composite = (sources: readonly GroupBy[], nextToken?: string): GroupBy => ({
  kind: 'composite',
  name: 'g',
  sources,
  size: undefined,
  nextToken,
  suggestedSize: undefined,
  subAggregations: [],
  subGroupBys: [],
})

const COUNTED = 'long, double, boolean, keyword, geo_point'
const RECURSIVE = 'nested field aggregation/groupby must not be recursive.'
const FAILED = 'failed to query index, please check the request parameter: '

const metrics: [Aggregation, string][] = [
  [metric('avg', 'x'), '[avg agg] field: x does not exist'],
  [metric('max', 'x'), '[max agg] field: x does not exist'],
  [metric('min', ''), '[min agg] field:  does not exist'],
  [metric('sum', 'x'), '[sum agg] field: x does not exist'],
  [count('x'), '[count agg] field: x does not exist'],
  [metric('distinctCount', 'x'), '[distinct count agg] field: x does not exist'],
  [metric('sum', 'b'), '[sum agg] field_name:b type:boolean is invalid, allow [long, double]'],
  [metric('avg', 'k'), '[avg agg] field_name:k type:keyword is invalid, allow [long, double]'],
  [metric('max', 'g'), '[max agg] field_name:g type:geo_point is invalid, allow [long, double]'],
  [metric('min', 'n'), '[min agg] field_name:n type:nested is invalid, allow [long, double]'],
  [metric('sum', 'dt'), '[sum agg] field_name:dt type:date is invalid, allow [long, double]'],
  [count('t'), `[count agg] field_name:t type:text is invalid, allow [${COUNTED}]`],
  [
    metric('distinctCount', 'fk'),
    `[distinct count agg] field_name:fk type:fuzzy_keyword is invalid, allow [${COUNTED}]`,
  ],
  [
    { kind: 'percentiles', name: 'm', fieldName: 'k', percentiles: [50], missing: undefined },
    '[percentiles agg] field_name:k type:keyword is invalid, allow [long, double, date]',
  ],
  [
    { kind: 'sum', name: 'm', fieldName: 'l', missing: 'ten' },
    `${FAILED}field_name:l type:long has no value "ten"`,
  ],
  [
    { kind: 'distinctCount', name: 'm', fieldName: 'k', missing: 1n },
    '[distinct_count_agg.missing] is invalid: 1',
  ],
  [
    { kind: 'distinctCount', name: 'm', fieldName: 'g', missing: 'here' },
    '[distinct_count_agg.missing] is invalid: here',
  ],
]

test.each(metrics.map(([asked, message]) => ({ asked, message })))(
  'a metric is refused: $message',
  ({ asked, message }) => refuse([asked], [], message),
)

const groupBys: [GroupBy, string][] = [
  [byField('x'), '[group_by_field] field: x does not exist'],
  [
    byField('t'),
    '[group_by_field] field_name:t type:text is invalid, allow [long, double, boolean, keyword]',
  ],
  [byNumber({ fieldName: 'x' }), '[group_by_histogram] field: x does not exist'],
  [byDate({ fieldName: 'x' }), '[group_by_date_histogram] field: x does not exist'],
  [
    byDate({ fieldName: 'l' }),
    '[group_by_date_histogram] field_name:l type:long is invalid, allow [date]',
  ],
  [byDate({ timeZone: '8h' }), '[group_by_date_histogram.time_zone] is invalid: 8h'],
  [
    byDate({ offset: { value: 1, unit: 'MONTH' } }),
    '[group_by_date_histogram.offset] is invalid: 1 MONTH',
  ],
  [
    byDate({
      interval: { value: 1, unit: 'MINUTE' },
      fieldRange: { min: '2024-05-10', max: '2024-05-12' },
    }),
    'The number of groups of a histogram exceeds the limit, limit count: 2000.',
  ],
  [
    byNumber({ fieldRange: { min: 0n, max: 2000n } }),
    'The number of groups of a histogram exceeds the limit, limit count: 2000.',
  ],
  [byNumber({ fieldRange: { min: 3n, max: 2n } }), '[field_range] is invalid: [3, 2]'],
  [
    byField('k', {
      subGroupBys: [byField('k', { subGroupBys: [byField('k', { subGroupBys: [byField('k')] })] })],
    }),
    'The depth of group_bys exceeds the limit, limit depth: 3.',
  ],
  [byField('n.k', { subAggregations: [metric('sum', 'n.l')] }), RECURSIVE],
  [byField('n.k', { subGroupBys: [byField('n.k')] }), RECURSIVE],
  [byField('n.k', { subGroupBys: [byField('k', { subAggregations: [count('n.k')] })] }), RECURSIVE],
  [
    byDate({ sort: [{ kind: 'subAggregation', name: 'nobody', order: 'ASC' }] }),
    '[sub_agg_sort.sub_agg_name] is invalid: nobody',
  ],
  [
    byDate({
      sort: [{ kind: 'subAggregation', name: 'm', order: 'ASC' }],
      subAggregations: [{ kind: 'topRows', name: 'm', limit: 1, sort: undefined }],
    }),
    '[sub_agg_sort.sub_agg_name] is invalid: m',
  ],
  [
    composite([byDate({ sort: [{ kind: 'rowCount', order: 'ASC' }] })]),
    '[group_by_composite.sources.sort] is invalid: rowCount',
  ],
  [composite([byField('k')], 'no token'), '[group_by_composite.next_token] is invalid: no token'],
]

test.each(groupBys.map(([asked, message]) => ({ asked, message })))(
  'a group-by is refused: $message',
  ({ asked, message }) => refuse([], [asked], message),
)

function refuse(
  aggregations: readonly Aggregation[],
  groups: readonly GroupBy[],
  message: string,
): void {
  const compile = (): unknown => compileAggregations(aggregations, groups, scope, compileQuery)
  expect(compile).toThrow(TablestoreError)
  expect(compile).toThrow(expect.objectContaining({ message, code: 'OTSParameterInvalid' }))
}
