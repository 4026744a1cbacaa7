import { type Engine, type Table, keyOnlyRows, rowsByKey, rowsOfValues } from '@rowhouse/engine'
import { type FoundRow, variantsOf } from '@rowhouse/search-engine'

/** A found row, with its part of the reply. */
export interface CompleteRow {
  readonly found: FoundRow
  /** A PlainBuffer of its own. */
  readonly row: Buffer
}

export interface CompleteRows {
  readonly rows: readonly CompleteRow[]
  /** The bytes read from the table; 0 if none were needed. */
  readonly bytes: number
}

/**
 * Reads the rows that a search found from the table, leaving out rows deleted meanwhile. If no
 * columns were requested, the keys alone are the rows, and the table is not read.
 */
export async function completeRows(
  engine: Engine,
  table: Table,
  found: readonly FoundRow[],
  columns: readonly string[] | undefined,
): Promise<CompleteRows> {
  const keys = found.map(({ key }) => key)
  if (columns?.length === 0) {
    const rows = keyOnlyRows(engine, table, keys)
    return {
      rows: found.map((row, index) => ({ found: row, row: rows[index] ?? NO_ROW })),
      bytes: 0,
    }
  }
  const read = await rowsByKey(engine, table, keys, columns)
  const rows: CompleteRow[] = []
  let bytes = 0
  for (const [index, row] of found.entries()) {
    const { row: encoded, bytes: charged } = read[index] ?? { row: undefined, bytes: 0 }
    bytes += charged
    if (encoded !== undefined && encoded.length > 0) rows.push({ found: row, row: encoded })
  }
  return { rows, bytes }
}

/**
 * The same where the values of the columns were asked of the index, in the order of their names: only rows
 * that it does not have exactly are read from the table.
 */
export async function completeValues(
  engine: Engine,
  table: Table,
  found: readonly FoundRow[],
  columns: readonly string[],
): Promise<CompleteRows> {
  const known = found.flatMap(({ key, values }) =>
    values === undefined ? [] : [{ key, values: variantsOf(values) }],
  )
  const made = rowsOfValues(engine, table, columns, known).values()
  const others = found.filter(({ values }) => values === undefined)
  const read = await completeRows(engine, table, others, columns)
  const readOf = new Map(read.rows.map((row) => [row.found, row]))
  const rows = found.flatMap((one): readonly CompleteRow[] => {
    if (one.values !== undefined) return [{ found: one, row: made.next().value ?? NO_ROW }]
    return [readOf.get(one) ?? []].flat()
  })
  return { rows, bytes: read.bytes }
}

const NO_ROW = Buffer.alloc(0)
