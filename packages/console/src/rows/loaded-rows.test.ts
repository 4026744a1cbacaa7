import { expect, test } from 'vitest'
import { type RowsPageData, compareKeys, patchedPages } from './loaded-rows.js'

const keyOf = (id: bigint) => [{ name: 'id', value: id }]
const rowOf = (id: bigint, a = '') => ({ key: keyOf(id), columns: [{ name: 'a', value: a }] })

const pageOf = (ids: readonly bigint[], next?: bigint): RowsPageData => ({
  answer: {
    rows: ids.map((id) => rowOf(id)),
    next: next === undefined ? undefined : keyOf(next),
    units: { read: 1, write: 0 },
  },
  requestId: '',
  took: 1,
  spent: [],
})

const idsOf = (pages: readonly RowsPageData[]) =>
  pages.map(({ answer }) => answer.rows.map(({ key }) => key[0]?.value))

test('rows are replaced where they stand, and taken out', () => {
  const pages = [pageOf([1n, 2n], 3n), pageOf([3n])]
  const patched = patchedPages(pages, [
    { key: keyOf(3n), row: rowOf(3n, 'new') },
    { key: keyOf(1n), row: undefined },
  ])
  expect(idsOf(patched)).toEqual([[2n], [3n]])
  expect(patched[1]?.answer.rows[0]).toEqual(rowOf(3n, 'new'))
})

test.each([
  [
    'forward',
    [pageOf([1n, 4n], 6n), pageOf([6n])],
    5n,
    [
      [1n, 4n],
      [5n, 6n],
    ],
  ],
  ['backward', [pageOf([6n, 4n], 1n), pageOf([1n])], 5n, [[6n, 5n, 4n], [1n]]],
  ['at the end', [pageOf([1n])], 5n, [[1n, 5n]]],
  ['behind what is loaded', [pageOf([1n], 2n)], 5n, [[1n]]],
  ['the first of all', [pageOf([])], 5n, [[5n]]],
])('a new row stands where its key belongs: %s', (_, pages, id, expected) => {
  expect(idsOf(patchedPages(pages, [{ key: keyOf(id), row: rowOf(id) }]))).toEqual(expected)
})

test('texts are ordered by their bytes, integers by value', () => {
  const text = (value: string) => [{ name: 'id', value }]
  expect(compareKeys(text('\u{ffff}'), text('\u{10000}'))).toBeLessThan(0)
  expect(compareKeys(text('a'), text('ab'))).toBeLessThan(0)
  expect(compareKeys(keyOf(-5n), keyOf(3n))).toBeLessThan(0)
  expect(compareKeys(keyOf(10n), keyOf(9n))).toBeGreaterThan(0)
})
