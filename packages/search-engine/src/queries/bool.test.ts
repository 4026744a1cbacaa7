import type { Query, Sort, Sorter } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import type { FieldValue } from '../documents/document.js'
import { numbersOf, runOver, searchOf } from '../search/testing/sample-search.js'
import { sampleLayout } from './testing/sample-index.js'
import { sampleView } from './testing/sample-segment.js'

const rowOf = (cells: Readonly<Record<string, FieldValue>>) => ({
  key: Buffer.alloc(0),
  level: {
    values: sampleLayout.rows.fields.map(({ name }) => {
      const value = cells[name]
      return value === undefined ? undefined : [value]
    }),
    children: [[]],
  },
  expiresAt: undefined,
})

/** Five rows, `l` from 0 to 4, the even ones with `k`. */
const view = sampleView(
  sampleLayout,
  0,
  [0, 1, 2, 3, 4].map((l) => rowOf({ l: BigInt(l), ...(l % 2 === 0 && { k: 'even' }) })),
  () => false,
)

const sortBy = (sorter: Sorter): Sort => ({
  sorters: [sorter],
  disableDefaultPrimaryKeySorter: false,
})
const byKey = sortBy({ kind: 'primaryKey', order: 'ASC' })
const hits = (query: Query): number[] =>
  numbersOf(runOver(searchOf({ query, sort: byKey }), [view]))

const from = (least: bigint): Query => ({
  kind: 'range',
  fieldName: 'l',
  from: least,
  to: undefined,
  includeLower: true,
  includeUpper: false,
})
const is = (value: bigint): Query => ({ kind: 'term', fieldName: 'l', term: value, weight: 1 })

const bool = (clauses: Partial<Extract<Query, { kind: 'bool' }>>): Query => ({
  kind: 'bool',
  must: [],
  filter: [],
  mustNot: [],
  should: [],
  minimumShouldMatch: undefined,
  weight: 1,
  ...clauses,
})

test.each([
  ['must', { must: [from(2n)] }, [2, 3, 4]],
  ['filter', { filter: [from(2n)] }, [2, 3, 4]],
  ['mustNot', { mustNot: [from(2n)] }, [0, 1]],
])('should is optional beside %s, also with a minimum of 0', (_, clauses, all) => {
  const should = [is(1n), is(3n)]
  expect(hits(bool({ ...clauses, should }))).toEqual(all)
  expect(hits(bool({ ...clauses, should, minimumShouldMatch: 0 }))).toEqual(all)
  const some = all.filter((l) => l === 1 || l === 3)
  expect(hits(bool({ ...clauses, should, minimumShouldMatch: 1 }))).toEqual(some)
})

test('with should clauses alone at least one must match, whatever the minimum', () => {
  const should = [is(1n), is(3n)]
  expect(hits(bool({ should }))).toEqual([1, 3])
  expect(hits(bool({ should, minimumShouldMatch: 0 }))).toEqual([1, 3])
  expect(hits(bool({ should, minimumShouldMatch: 2 }))).toEqual([])
})

test('no row has a value in a field that is not in the index', () => {
  const exists: Query = { kind: 'exists', fieldName: 'nowhere' }
  expect(hits(exists)).toEqual([])
  expect(hits(bool({ mustNot: [exists] }))).toEqual([0, 1, 2, 3, 4])
  expect(hits(bool({ should: [exists, is(2n)] }))).toEqual([2])
})

test('scores are 32-bit floats, and equal ones are sorted by key', () => {
  const tenth: Query = { kind: 'term', fieldName: 'l', term: 0n, weight: 0.1 }
  const nearly: Query = { ...tenth, term: 1n, weight: 0.100_000_000_1 }
  const sort = sortBy({ kind: 'score', order: 'DESC' })
  const found = runOver(searchOf({ query: bool({ should: [tenth, nearly] }), sort }), [view])
  expect(found.rows.map(({ hit }) => hit.score)).toEqual([Math.fround(0.1), Math.fround(0.1)])
  expect(numbersOf(found)).toEqual([0, 1])
})
