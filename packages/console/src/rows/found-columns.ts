import type { ShownCell, ShownRow } from '@rowhouse/console-gate/shapes'

/** A column that occurs in the loaded rows. */
export interface FoundColumn {
  readonly name: string
  /** The number of loaded rows that have it. */
  readonly count: number
}

/** The columns of the rows in the order in which they were met. */
export function foundColumns(rows: readonly ShownRow[]): readonly FoundColumn[] {
  const counts = new Map<string, number>()
  for (const { columns } of rows) {
    let last: string | undefined
    for (const { name } of columns) {
      // The versions of a column stand one after another, and count once.
      if (name !== last) counts.set(name, (counts.get(name) ?? 0) + 1)
      last = name
    }
  }
  return Array.from(counts, ([name, count]) => ({ name, count }))
}

/** The newest version of a column; undefined where the row does not have it. */
export const cellOf = (row: ShownRow, column: string): ShownCell | undefined =>
  row.columns.find(({ name }) => name === column)
