import {
  type Aggregation,
  type FieldSort,
  type GroupBy,
  type Query,
  type SearchColumnsToGet,
  type Sort,
  type Sorter,
  TrackTotalCount,
} from '@rowhouse/protocol'
import fc from 'fast-check'
import type { IndexLayout } from '@rowhouse/search-engine'
import { sampleAggregation, sampleGroupBy, sampleQuery } from '@rowhouse/search-engine/testing'
import { hasFields, withKnownFields } from './known-fields.js'

/** One search, and how many of its hits are checked beyond the first page. */
export interface OracleQuestion {
  readonly query: Query
  readonly filter: Query | undefined
  readonly sort: Sort
  readonly collapse: string | undefined
  readonly offset: number
  readonly limit: number
  readonly trackTotalCount: number
  readonly aggregations: readonly Aggregation[]
  readonly groupBys: readonly GroupBy[]
  readonly columnsToGet: SearchColumnsToGet
  readonly follows: 'nothing' | 'pages' | 'scan'
}

const SORTED = ['l', 'la', 'd', 'b', 'k', 'ka', 'dt', 'j.l', 'n.l', 'n.k', 'n.m.l'] as const
const COLLAPSED = ['l', 'k', 'd'] as const
const COLUMNS = ['l', 'k', 't', 'n', 'other', 'nowhere'] as const

const order = fc.constantFrom('ASC' as const, 'DESC' as const)
const fieldSort: fc.Arbitrary<FieldSort> = fc.record({
  kind: fc.constant('field'),
  fieldName: fc.constantFrom(...SORTED),
  order,
  mode: fc.constantFrom(undefined, 'MIN', 'MAX'),
  nestedFilter: fc.constant(undefined),
  missingValue: fc.constantFrom(undefined, '_first', '_last'),
  missingFields: fc.constant([]),
})
const keySort: fc.Arbitrary<Sorter> = fc.record({ kind: fc.constant('primaryKey'), order })
const scoreSort: fc.Arbitrary<Sorter> = fc.record({ kind: fc.constant('score'), order })
const fieldSorters = fc.array(fc.oneof({ weight: 3, arbitrary: fieldSort }, keySort), {
  minLength: 1,
  maxLength: 3,
})

/** Scores are not part of the answer, but the order of the hits is. */
const sort: fc.Arbitrary<Sort> = fc
  .oneof(
    { weight: 6, arbitrary: fieldSorters },
    { weight: 1, arbitrary: scoreSort.map((one) => [one]) },
  )
  .map((sorters) => ({ sorters, disableDefaultPrimaryKeySorter: false }))

const columnsToGet: fc.Arbitrary<SearchColumnsToGet> = fc.oneof(
  fc.constantFrom<SearchColumnsToGet[]>(
    { returnType: 'NONE', columnNames: [] },
    { returnType: 'ALL', columnNames: [] },
  ),
  fc
    .subarray([...COLUMNS])
    .map((columnNames): SearchColumnsToGet => ({ returnType: 'SPECIFIED', columnNames })),
)

const whole: fc.Arbitrary<OracleQuestion> = fc.record({
  query: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Query>({ kind: 'matchAll' }) },
    { weight: 6, arbitrary: sampleQuery },
  ),
  filter: fc.option(sampleQuery, { nil: undefined, freq: 2 }),
  sort,
  collapse: fc.option(fc.constantFrom(...COLLAPSED), { nil: undefined, freq: 4 }),
  offset: fc.nat(6),
  limit: fc.nat(30),
  trackTotalCount: fc.constantFrom(TrackTotalCount.ALL, TrackTotalCount.ALL, 0, 3, -1),
  aggregations: fc.uniqueArray(sampleAggregation, { maxLength: 3, selector: ({ name }) => name }),
  groupBys: fc.uniqueArray(sampleGroupBy, { maxLength: 2, selector: ({ name }) => name }),
  columnsToGet,
  follows: fc.constantFrom('nothing', 'nothing', 'pages', 'scan'),
})

/** Asks only for fields that the index has. */
export function oracleQuestion(layout: IndexLayout): fc.Arbitrary<OracleQuestion> {
  return whole.map((asked) => {
    const { collapse } = asked
    const sorters = asked.sort.sorters.filter(
      (sorter) => sorter.kind !== 'field' || layout.fields.has(sorter.fieldName),
    )
    const isCollapsible = collapse !== undefined && layout.fields.has(collapse)
    return {
      ...asked,
      query: withKnownFields(asked.query, layout),
      filter: asked.filter === undefined ? undefined : withKnownFields(asked.filter, layout),
      sort: { ...asked.sort, sorters: sorters.length > 0 ? sorters : [BY_KEY] },
      collapse: isCollapsible ? collapse : undefined,
      aggregations: asked.aggregations.filter((one) => hasFields(one, layout)),
      groupBys: asked.groupBys.filter((one) => hasFields(one, layout)),
    }
  })
}

const BY_KEY: Sorter = { kind: 'primaryKey', order: 'ASC' }
