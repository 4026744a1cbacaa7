import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Table } from '../../tables/table.js'
import { type Chunk, type ColumnScope, loadChunks } from './chunked-row.js'
import { RowKind, decodeStoredRow, rowKind } from './row-codec.js'
import type { StoredRow } from './stored-row.js'

/** A row, or the columns of it that were asked for when it is cut into chunks. */
export interface LoadedRow {
  readonly row: StoredRow
  /** The chunks that `row.cells` come from; undefined for a row in one piece. */
  readonly chunks: readonly Chunk[] | undefined
}

/**
 * Makes a row of what the store has under its key. Chunks are scanned, and scans see only what is durable:
 * so first waits for everything up to `head`, which the value was read at (0: it is durable).
 */
export const loadRow = async (
  store: PartitionStore,
  table: Table,
  key: Buffer,
  value: Buffer,
  scope: ColumnScope,
  head: number,
): Promise<LoadedRow> => {
  const row = decodeStoredRow(value, table.names)
  if (rowKind(value) === RowKind.WHOLE) return { row, chunks: undefined }
  if (head > 0) await store.settled(head)
  const chunks = await loadChunks(store, table, key, scope)
  return { row: { ...row, cells: chunks.flatMap((chunk) => chunk.cells) }, chunks }
}
