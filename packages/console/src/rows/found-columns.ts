import type { ShownCell, ShownRow, ShownValue } from '@rowhouse/console-gate/shapes'
import type { ColumnType } from '@rowhouse/snippets'
import { isCut, textOf, typeOf } from './value-text.js'

/** A column that occurs in the loaded rows. */
export interface FoundColumn {
  readonly name: string
  /** The number of loaded rows that have it. */
  readonly count: number
  /** The type of the first value that was met. */
  readonly type: ColumnType
  /** Whether the page that brought the column has integers of it that need a wide one. */
  readonly isLong: boolean
}

/** Integers with more digits than these are cut in a column of the usual width. */
const USUAL_MOST = 10n ** 15n

const isLong = (value: ShownValue): boolean =>
  typeof value === 'bigint' && (value >= USUAL_MOST || value <= -USUAL_MOST)

interface Counted extends FoundColumn {
  count: number
  isLong: boolean
}

/** The columns of the rows of one page, in the order in which they were met. */
export function columnsOfPage(rows: readonly ShownRow[]): readonly FoundColumn[] {
  const found = new Map<string, Counted>()
  for (const { columns } of rows) {
    let last: string | undefined
    for (const { name, value } of columns) {
      // The versions of a column stand one after another, and count once.
      if (name === last) continue
      last = name
      const known = found.get(name)
      if (known === undefined) {
        found.set(name, { name, count: 1, type: typeOf(value), isLong: isLong(value) })
        continue
      }
      known.count += 1
      known.isLong ||= isLong(value)
    }
  }
  return [...found.values()]
}

/** The columns of several pages together. */
export function foundColumns(pages: readonly (readonly FoundColumn[])[]): readonly FoundColumn[] {
  const found = new Map<string, Counted>()
  for (const page of pages) {
    for (const column of page) {
      const known = found.get(column.name)
      // Later pages leave the width as it is, so that nothing moves while one scrolls.
      if (known === undefined) found.set(column.name, { ...column })
      else known.count += column.count
    }
  }
  return [...found.values()]
}

/** The newest version of a column; undefined where the row does not have it. */
export const cellOf = (row: ShownRow, column: string): ShownCell | undefined =>
  row.columns.find(({ name }) => name === column)

/** The value of a column or of a part of the key. */
export const valueIn = (row: ShownRow, column: string): ShownValue | undefined =>
  row.key.find(({ name }) => name === column)?.value ?? cellOf(row, column)?.value

/** Different values of a column in the loaded rows as texts, to choose from. */
export function knownTexts(rows: readonly ShownRow[], column: string, most: number): string[] {
  const texts = new Set<string>()
  for (const row of rows) {
    const value = valueIn(row, column)
    if (value !== undefined && !isCut(value)) texts.add(textOf(value))
    if (texts.size >= most) break
  }
  return [...texts].sort()
}

const KEY_WIDTH = 180
const COLUMN_WIDTH = 150

/** The pixels of a column until somebody changes them: a whole 64-bit integer fits where there is one. */
export const widthOf = (column: FoundColumn | 'key'): number =>
  column === 'key' || column.isLong ? KEY_WIDTH : COLUMN_WIDTH
