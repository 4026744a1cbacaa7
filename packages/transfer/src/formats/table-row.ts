import type { PlainBufferRow } from '@rowhouse/protocol'
import { invariant } from '@rowhouse/platform'
import type { FileValue } from './record.js'
import { fileValueOf } from './variant-value.js'

export interface TableCell {
  readonly name: string
  readonly value: Exclude<FileValue, null>
  /** Milliseconds since the epoch. The versions of a column follow each other, newest first. */
  readonly time: bigint | undefined
}

/** A row of a table. */
export interface TableRow {
  readonly key: readonly Exclude<FileValue, null>[]
  readonly keyNames: readonly string[]
  readonly cells: readonly TableCell[]
}

export function tableRowOf({ primaryKey, cells }: PlainBufferRow): TableRow {
  const values = (all: PlainBufferRow['cells']): TableCell[] =>
    all.map(({ name, value, timestamp }) => {
      invariant(value !== undefined, 'every cell of a reply has a value')
      return { name, value: fileValueOf(value), time: timestamp }
    })
  const key = values(primaryKey)
  return {
    key: key.map(({ value }) => value),
    keyNames: key.map(({ name }) => name),
    cells: values(cells),
  }
}

/** The newest version of each column. */
export function newestCells({ cells }: TableRow): TableCell[] {
  return cells.filter(({ name }, i) => name !== cells[i - 1]?.name)
}
