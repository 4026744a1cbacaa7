import type { FieldSort, Query, Sort, Sorter } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Document, FieldValue } from '../documents/document.js'
import { sampleLayout } from '../queries/testing/sample-index.js'
import { sampleQuery } from '../queries/testing/sample-queries.js'
import { sampleRow } from '../queries/testing/sample-rows.js'
import { matchesNaively } from '../testing/naive-query.js'
import {
  type SampleRow as Row,
  SEGMENTS,
  numbersOf,
  runOver,
  sampleIndex,
  searchOf,
  viewsOf,
} from './testing/sample-search.js'

type Level = Document['level']

const SORTED_FIELDS = ['l', 'la', 'd', 'b', 'k', 'ka', 'dt', 'j.l', 'n.l', 'n.k', 'n.m.l'] as const

const fieldSort: fc.Arbitrary<FieldSort> = fc.record({
  kind: fc.constant('field'),
  fieldName: fc.constantFrom(...SORTED_FIELDS),
  order: fc.constantFrom('ASC', 'DESC'),
  mode: fc.constantFrom(undefined, 'MIN', 'MAX'),
  nestedFilter: fc.constant(undefined),
  missingValue: fc.constantFrom(undefined, '_first', '_last'),
  missingFields: fc.constant([]),
})
const keySort: fc.Arbitrary<Sorter> = fc.record({
  kind: fc.constant('primaryKey'),
  order: fc.constantFrom('ASC', 'DESC'),
})
const sort: fc.Arbitrary<Sort> = fc.record({
  sorters: fc.array(fc.oneof({ weight: 3, arbitrary: fieldSort }, keySort), {
    minLength: 1,
    maxLength: 3,
  }),
  disableDefaultPrimaryKeySorter: fc.constant(false),
})

/** All values of a field of a row, including those of its children. */
const valuesOf = ({ level }: Document, name: string): readonly FieldValue[] => {
  const field = sampleLayout.fields.get(name)
  if (field === undefined) throw new Error(name)
  if (field.level === '') return level.values[field.number] ?? []
  const children = level.children[0] ?? []
  const below =
    field.level === 'n' ? children : children.flatMap((child) => child.children[0] ?? [])
  return below.flatMap((child) => child.values[field.number] ?? [])
}

const compareFields = (a: FieldValue, b: FieldValue): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a > b) - Number(a < b)

const extreme = (document: Document, { fieldName, mode, order }: FieldSort): FieldValue[] => {
  const isMax = (mode ?? (order === 'DESC' ? 'MAX' : 'MIN')) === 'MAX'
  const sorted = valuesOf(document, fieldName).toSorted(compareFields)
  return isMax ? sorted.slice(-1) : sorted.slice(0, 1)
}

const compareRows = (sorters: readonly Sorter[], a: Row, b: Row): number => {
  for (const sorter of sorters) {
    const sign = sorter.order === 'DESC' ? -1 : 1
    if (sorter.kind === 'primaryKey') return sign * (a.number - b.number)
    if (sorter.kind !== 'field') throw new Error(sorter.kind)
    const [one] = extreme(a.document, sorter)
    const [other] = extreme(b.document, sorter)
    if (one === undefined && other === undefined) continue
    if (one === undefined || other === undefined) {
      return (one === undefined) === (sorter.missingValue === '_first') ? -1 : 1
    }
    const order = compareFields(one, other)
    if (order !== 0) return sign * order
  }
  return a.number - b.number
}

const COLLAPSED = ['l', 'k', 'd'] as const

/** The first row of each value. Rows without a value are a group too. */
const collapsed = (rows: readonly Row[], field: string): Row[] => {
  const seen = new Set<unknown>()
  return rows.filter(({ document }) => {
    const [value] = valuesOf(document, field)
    const group = typeof value === 'bigint' || typeof value === 'number' ? `n${value}` : value
    return !seen.has(group) && seen.add(group)
  })
}

const row = fc.record({
  document: sampleRow,
  segment: fc.nat(SEGMENTS - 1),
  isDead: fc.integer({ min: 0, max: 4 }).map((chance) => chance === 0),
})
const rows = fc
  .array(row, { maxLength: 40, size: 'max' })
  .map((list) => list.map((one, number): Row => ({ ...one, number })))

const hitsOf = (query: Query, all: readonly Row[]): Row[] =>
  all.filter(
    ({ document, isDead }) => !isDead && matchesNaively(query, document.level, sampleIndex),
  )

describe('a search', () => {
  test('returns the expected rows in order, with their count', () => {
    const asked = fc.record({
      query: fc.oneof(fc.constant<Query>({ kind: 'matchAll' }), sampleQuery),
      filter: fc.constantFrom(undefined, { kind: 'exists', fieldName: 'k' } as const),
      sort,
      collapse: fc.option(fc.constantFrom(...COLLAPSED), { nil: undefined }),
      offset: fc.nat(6),
      limit: fc.nat(12),
      trackTotalCount: fc.constantFrom(-1, 0, 3, 2_147_483_647),
    })
    fc.assert(
      fc.property(rows, asked, (all, changes) => {
        const found = runOver(searchOf(changes), viewsOf(all))
        const { query, filter, offset, limit, trackTotalCount, collapse } = changes
        const hits = hitsOf(query, all)
          .filter(({ document }) => filter === undefined || valuesOf(document, 'k').length > 0)
          .toSorted((a, b) => compareRows(changes.sort.sorters, a, b))
        const shown = collapse === undefined ? hits : collapsed(hits, collapse)
        const page = shown.slice(offset, offset + limit)
        expect(numbersOf(found)).toEqual(page.map(({ number }) => number))
        const counted = Math.min(hits.length, trackTotalCount)
        expect(found.total).toBe(trackTotalCount < 0 ? -1 : counted)
        const isFull = limit > 0 && page.length === limit
        expect(found.nextToken !== undefined).toBe(isFull && collapse === undefined)
      }),
      { numRuns: 300 },
    )
  })

  test('sorted by some of the children reads rows in their order only', () => {
    const children = { path: 'n', filter: { kind: 'exists', fieldName: 'n.k' } } as const
    const byChildren: FieldSort = {
      kind: 'field',
      fieldName: 'n.l',
      order: 'ASC',
      mode: 'MIN',
      nestedFilter: children,
      missingValue: undefined,
      missingFields: [],
    }
    const byNumber: FieldSort = { ...byChildren, fieldName: 'l', nestedFilter: undefined }
    const [k = 0, l = 0, own = 0] = ['n.k', 'n.l', 'l'].map(
      (name) => sampleLayout.fields.get(name)?.number,
    )
    const levelOf = (...values: (readonly [field: number, value: FieldValue])[]): Level => {
      const all: FieldValue[][] = Array.from({ length: own + k + l + 1 }, () => [])
      for (const [field, value] of values) all[field] = [value]
      return { values: all, children: [[]] }
    }
    // The rows with the smallest number are after most others, and so are their children.
    const isFirst = (number: number): boolean => number === 30 || number === 31
    const all = Array.from({ length: 40 }, (_, number): Row => {
      const child = levelOf([k, 'x'], [l, BigInt(number)])
      const level = { ...levelOf([own, isFirst(number) ? 0n : 1n]), children: [[child]] }
      const document = { key: Buffer.alloc(0), level, expiresAt: undefined }
      return { number, document, segment: 0, isDead: false }
    })
    const sort = { sorters: [byNumber, byChildren], disableDefaultPrimaryKeySorter: false }
    const found = runOver(searchOf({ sort, limit: 4 }), viewsOf(all))
    expect(numbersOf(found)).toEqual([30, 31, 0, 1])
  })

  test('shows every row once page by page, while rows are written, deleted and moved', () => {
    fc.assert(
      fc.property(
        rows,
        sort,
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        (all, order, limit, seed) => {
          // A row exists on all pages or only on some, and its position changes from page to page.
          const stays = ({ number }: Row): boolean => (number + seed) % 3 !== 0
          const pageOf = (page: number): Row[] =>
            all.map((one) => ({
              ...one,
              segment: (one.number * 7 + page + seed) % SEGMENTS,
              isDead: !stays(one) && (one.number + page) % 2 === 0,
            }))
          const seen: number[] = []
          let token: Buffer | undefined
          for (let page = 0; page <= all.length; page++) {
            const start = token === undefined ? { sort: order } : { token }
            const found = runOver(searchOf({ ...start, limit }), viewsOf(pageOf(page)))
            seen.push(...numbersOf(found))
            token = found.nextToken
            if (token === undefined) break
          }
          expect(token).toBeUndefined()
          const sorted = all.toSorted((a, b) => compareRows(order.sorters, a, b))
          const isSeen = new Set(seen)
          expect(isSeen.size).toBe(seen.length)
          const expected = sorted.filter((one) => stays(one) || isSeen.has(one.number))
          expect(seen).toEqual(expected.map(({ number }) => number))
        },
      ),
      { numRuns: 150 },
    )
  })
})
