import { type GroupBy, type Query, TrackTotalCount } from '@rowhouse/protocol'
import type { IndexLayout } from '@rowhouse/search-engine'
import { hasFields, withKnownFields } from './known-fields.js'
import type { OracleQuestion } from './oracle-question.js'

const between = (fieldName: string, from: number | string, to: number | string): Query => ({
  kind: 'range',
  fieldName,
  from,
  to,
  includeLower: true,
  includeUpper: false,
})

const COUNTED: readonly Query[] = [
  { kind: 'matchAll' },
  between('l', 0, 5),
  between('d', -1, 2),
  between('dt', '2024-05-11', '2024-05-14'),
  between('k', 'a', 'b'),
  { kind: 'term', fieldName: 'k', term: 'ab', weight: 1 },
  { kind: 'terms', fieldName: 'l', terms: [1, 3], weight: 1 },
]

const sums = {
  subAggregations: [
    { kind: 'sum' as const, name: 'sum', fieldName: 'l', missing: undefined },
    { kind: 'avg' as const, name: 'mean', fieldName: 'l', missing: undefined },
  ],
  subGroupBys: [],
}

const GROUPED: readonly GroupBy[] = [
  {
    kind: 'field',
    name: 'groups',
    fieldName: 'k',
    size: 100,
    sort: undefined,
    minDocCount: undefined,
    ...sums,
  },
  {
    kind: 'dateHistogram',
    name: 'days',
    fieldName: 'dt',
    interval: { value: 1, unit: 'DAY' },
    fieldRange: undefined,
    missing: undefined,
    minDocCount: 0,
    timeZone: undefined,
    sort: undefined,
    offset: undefined,
    ...sums,
  },
]

/**
 * Questions that caches answer without reading rows. They are asked in every phase of a case, because
 * values cached in one phase must not be used wrongly in the next.
 */
export function plainQuestions(layout: IndexLayout): OracleQuestion[] {
  const counts = COUNTED.map((query) => questionOf(withKnownFields(query, layout), []))
  const groups = GROUPED.filter((one) => hasFields(one, layout))
  return [...counts, questionOf({ kind: 'matchAll' }, groups)]
}

const questionOf = (query: Query, groupBys: readonly GroupBy[]): OracleQuestion => ({
  query,
  filter: undefined,
  sort: { sorters: [{ kind: 'primaryKey', order: 'ASC' }], disableDefaultPrimaryKeySorter: false },
  collapse: undefined,
  offset: 0,
  limit: 0,
  trackTotalCount: TrackTotalCount.ALL,
  aggregations: [],
  groupBys,
  columnsToGet: { returnType: 'NONE', columnNames: [] },
  follows: 'nothing',
})
