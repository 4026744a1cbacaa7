import { type Engine, type Table, keyOnlyRows, rowsByKey } from '@rowhouse/engine'
import type { FoundRow } from '@rowhouse/search-engine'

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

const NO_ROW = Buffer.alloc(0)
