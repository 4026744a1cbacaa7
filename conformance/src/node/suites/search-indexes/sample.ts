import type { Testing } from '../../harness.js'
import type { IndexOptions } from '../../search-client.js'
import { field, type Field } from '../../search-shapes.js'
import { plain, pk } from '../../shapes.js'
import type { TableShape } from '../../tables.js'
import type { Column } from '../../values.js'

export const FIELDS: readonly Field[] = [
  field('city', 'KEYWORD'),
  field('amount', 'LONG'),
  field('text', 'TEXT'),
]

export const CITIES = ['Hangzhou', 'Beijing', 'Shanghai'] as const

/** Row n: its city repeats every three rows, and its amount is n. */
export const rowOf = (n: number): readonly Column[] => [
  ['city', CITIES[n % CITIES.length] ?? ''],
  ['amount', BigInt(n)],
  ['text', n % 2 === 0 ? 'an even number' : 'an odd number'],
  ['plain', `not in the index ${n}`],
]

/** Keys in the order of their numbers. */
export const nameOf = (n: number): string => `row ${String(n).padStart(4, '0')}`

export interface Indexed {
  readonly table: string
  readonly index: string
}

export const putRows = async (t: Testing, table: string, numbers: readonly number[]) => {
  for (let from = 0; from < numbers.length; from += 100) {
    const rows = numbers
      .slice(from, from + 100)
      .map((n) => ({ put: pk(nameOf(n)), columns: rowOf(n) }))
    await t.client.batchWriteRow([{ table, rows }])
  }
}

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

export interface IndexedOptions {
  readonly fields?: readonly Field[]
  readonly shape?: TableShape
  readonly index?: IndexOptions
}

/** A table of one test with so many rows, and an index that finds them all. */
export const indexed = async (
  t: Testing,
  rows: number,
  options: IndexedOptions = {},
): Promise<Indexed> => {
  const table = await t.ownTable(options.shape ?? plain)
  const index = `${table}_index`
  await t.client.search.createIndex(table, index, options.fields ?? FIELDS, options.index)
  await putRows(t, table, upTo(rows))
  await t.client.search.waitUntilSearchable(table, index, rows)
  return { table, index }
}
