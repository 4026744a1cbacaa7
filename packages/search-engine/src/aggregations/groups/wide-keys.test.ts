import type { GroupBy, GroupByResult, SearchQuery } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { FieldValue } from '../../documents/document.js'
import { compileQuery, rowScope } from '../../queries/compile.js'
import type { GroupBounds } from '../../queries/query.js'
import { sampleAnalyzers, sampleLayout } from '../../queries/testing/sample-index.js'
import { sampleView } from '../../queries/testing/sample-segment.js'
import { runSearch } from '../../search/run-search.js'
import { asked, everything } from '../../testing/search-engine-calls.js'

const scope = rowScope(sampleLayout, sampleAnalyzers)
const SEGMENTS = 2
const ROWS = 20_000
const ROOMY: GroupBounds = { groups: 1e6, bytes: 1e9 }

/** Every row has a keyword of its own, and shares another one with a few rows. */
const views = Array.from({ length: SEGMENTS }, (_, segment) => {
  const documents = Array.from({ length: ROWS }, (_row, row) => {
    const number = row * SEGMENTS + segment
    const values: Record<string, readonly FieldValue[] | undefined> = {
      k: [`order-${String(number).padStart(8, '0')}`],
      ka: [`buyer-${number % 3000}`],
      l: [BigInt(row)],
      d: [row % 7],
    }
    return {
      key: Buffer.alloc(0),
      level: { values: sampleLayout.rows.fields.map(({ name }) => values[name]), children: [[]] },
      expiresAt: undefined,
    }
  })
  return sampleView(sampleLayout, segment, documents, () => false)
})

function groupsOf(
  groupBy: GroupBy,
  groupBounds: GroupBounds,
  query: SearchQuery['query'] = everything,
): GroupByResult | undefined {
  const search = asked(query, { limit: 0, trackTotalCount: -1, groupBys: [groupBy] })
  const checkTime = (): void => undefined
  return runSearch(search, scope, compileQuery, { views, now: 0, groupBounds, checkTime })
    .groupBys[0]
}

const SUM = { kind: 'sum', name: 's', fieldName: 'd', missing: undefined } as const

type ByField = Extract<GroupBy, { readonly kind: 'field' }>

function byField(fieldName: string, subGroupBys: readonly GroupBy[] = []): ByField {
  return {
    kind: 'field',
    name: fieldName,
    fieldName,
    size: 20,
    sort: undefined,
    minDocCount: undefined,
    subAggregations: [SUM],
    subGroupBys,
  }
}

const FEW: SearchQuery['query'] = {
  kind: 'range',
  fieldName: 'l',
  from: 5n,
  to: 8n,
  includeLower: true,
  includeUpper: true,
}

test('few hits among many terms take little memory', () => {
  const bounds = { groups: 1e6, bytes: 40_000 }
  expect(groupsOf(byField('k'), bounds, FEW)).toEqual(groupsOf(byField('k'), ROOMY, FEW))
})

test('few hits among many terms take little memory within another group-by', () => {
  const filters: GroupBy = {
    kind: 'filter',
    name: 'f',
    filters: [{ kind: 'matchAll' }],
    subAggregations: [],
    subGroupBys: [byField('k')],
  }
  const bounds = { groups: 1e6, bytes: 40_000 }
  expect(groupsOf(filters, bounds, FEW)).toEqual(groupsOf(filters, ROOMY, FEW))
})

test('combinations of many keys of two fields are made part by part', () => {
  const source = (name: string): GroupBy => ({ ...byField(name), subAggregations: [] })
  const asked: GroupBy = {
    kind: 'composite',
    name: 'g',
    sources: [source('ka'), source('k')],
    size: 17,
    nextToken: undefined,
    suggestedSize: undefined,
    subAggregations: [SUM],
    subGroupBys: [],
  }
  // Each field has more keys than the bound on groups.
  expect(groupsOf(asked, { groups: 1500, bytes: 1e9 })).toEqual(groupsOf(asked, ROOMY))
})
