import type { ShownRow, TableShape } from '@rowhouse/console-gate/shapes'
import type { ColumnType } from '@rowhouse/snippets'
import { type FoundColumn, knownTexts } from '../found-columns.js'

/** What the fields of the filter suggest, from the table's description and the loaded rows. */
export interface FilterChoices {
  readonly columns: readonly string[]
  readonly typeOf: (column: string) => ColumnType | undefined
  readonly valuesOf: (column: string) => readonly string[]
}

const VALUES_MAX = 50

export function choicesOf(
  shape: TableShape,
  found: readonly FoundColumn[],
  rows: readonly ShownRow[],
): FilterChoices {
  const types = new Map<string, ColumnType>([
    ...shape.key.map(({ name, type }) => [name, type] as const),
    ...shape.columns.map(({ name, type }) => [name, type] as const),
    ...found.map(({ name, type }) => [name, type] as const),
  ])
  return {
    columns: [...types.keys()],
    typeOf: (column) => types.get(column),
    valuesOf: (column) => (column === '' ? [] : knownTexts(rows, column, VALUES_MAX)),
  }
}

/** The only column that begins with what was typed; otherwise what was typed. */
export function completedColumn(columns: readonly string[], typed: string): string {
  if (typed === '' || columns.includes(typed)) return typed
  const start = typed.toLowerCase()
  const [only, another] = columns.filter((name) => name.toLowerCase().startsWith(start))
  return only === undefined || another !== undefined ? typed : only
}
