import type { Answered, ShownRow } from '@rowhouse/console-gate/shapes'
import type { Key, KeyCell } from '@rowhouse/snippets'
import { type InfiniteData, type Query, useQueryClient } from '@tanstack/react-query'
import { keyName } from './use-rows.js'

export type RowsPageData = Answered<'GetRange'>

/** A row as it is now; undefined when it is gone. */
export interface NewerRow {
  readonly key: Key
  readonly row: ShownRow | undefined
}

/** Puts rows that have been written into the loaded pages, so that the grid need not be read again. */
export function usePatchRows(instance: string, table: string) {
  const queries = useQueryClient()
  return (rows: readonly NewerRow[]): void => {
    const queryKey = ['rows', instance, table]
    queries.setQueriesData<InfiniteData<RowsPageData>>(
      { queryKey, predicate: isOfRange },
      (data) => data && { ...data, pages: patchedPages(data.pages, rows) },
    )
    queries.setQueriesData<InfiniteData<RowsPageData>>(
      { queryKey, predicate: isOfHits },
      (data) => data && { ...data, pages: replaceRows(data.pages, rows).pages },
    )
    for (const { key, row } of rows) {
      if (row === undefined) queries.removeQueries({ queryKey: rowQuery(instance, table, key) })
    }
  }
}

/** Beside its ranges a table has the hits and statistics of its indexes. */
const isOfRange = ({ queryKey }: Query): boolean => queryKey.length === RANGE_KEY
const isOfHits = ({ queryKey }: Query): boolean => queryKey[RANGE_KEY - 1] === 'search'
const RANGE_KEY = 4

export const rowQuery = (instance: string, table: string, key: Key): readonly string[] => [
  'row',
  instance,
  table,
  keyName(key),
]

/** Rows are replaced, taken out, or put where their key belongs among those that are loaded. */
export function patchedPages(
  pages: readonly RowsPageData[],
  newer: readonly NewerRow[],
): RowsPageData[] {
  const { pages: patched, left } = replaceRows(pages, newer)
  for (const { row } of left) if (row !== undefined) insert(patched, row)
  return patched
}

/** Rows are replaced and taken out where they stand; those that stand nowhere are left. */
function replaceRows(
  pages: readonly RowsPageData[],
  newer: readonly NewerRow[],
): { readonly pages: RowsPageData[]; readonly left: readonly NewerRow[] } {
  const waiting = new Map(newer.map((each) => [keyName(each.key), each]))
  const replaced = pages.map((page) => {
    if (waiting.size === 0) return page
    const rows = page.answer.rows.flatMap((row) => {
      const name = keyName(row.key)
      const found = waiting.get(name)
      if (found === undefined) return [row]
      waiting.delete(name)
      return found.row === undefined ? [] : [found.row]
    })
    return withRows(page, rows)
  })
  return { pages: replaced, left: [...waiting.values()] }
}

const withRows = (page: RowsPageData, rows: readonly ShownRow[]): RowsPageData => ({
  ...page,
  answer: { ...page.answer, rows },
})

/** Puts a row before the first that belongs after it; rows behind the last page are not loaded yet. */
function insert(pages: RowsPageData[], row: ShownRow): void {
  const order = orderOf(pages)
  const isAfter = (other: ShownRow): boolean => compareKeys(other.key, row.key) * order > 0
  const at = pages.findIndex(({ answer: { rows } }) => rows.some(isAfter))
  const last = pages.length - 1
  const page = pages[at < 0 ? last : at]
  if (page === undefined || (at < 0 && page.answer.next !== undefined)) return
  const { rows } = page.answer
  const place = at < 0 ? rows.length : rows.findIndex(isAfter)
  pages[at < 0 ? last : at] = withRows(page, rows.toSpliced(place, 0, row))
}

/** 1 when the keys grow, -1 when they shrink. */
function orderOf(pages: readonly RowsPageData[]): number {
  const rows = pages.flatMap(({ answer }) => answer.rows.slice(0, 2)).slice(0, 2)
  const [first, second] = rows
  return first && second && compareKeys(first.key, second.key) > 0 ? -1 : 1
}

/** The service's order of keys: texts by their bytes, integers by value. */
export function compareKeys(one: Key, other: Key): number {
  for (const [at, cell] of one.entries()) {
    const against = other[at]
    const order = against === undefined ? 0 : compareValues(cell.value, against.value)
    if (order !== 0) return order
  }
  return 0
}

function compareValues(one: KeyCell['value'], other: KeyCell['value']): number {
  if (typeof one === 'bigint' && typeof other === 'bigint') return one < other ? -1 : +(one > other)
  return compareBytes(bytesOf(one), bytesOf(other))
}

function bytesOf(value: KeyCell['value']): Uint8Array {
  if (value instanceof Uint8Array) return value
  return new TextEncoder().encode(typeof value === 'string' ? value : '')
}

function compareBytes(one: Uint8Array, other: Uint8Array): number {
  for (const [at, byte] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    if (byte !== against) return byte - against
  }
  return one.length - other.length
}
