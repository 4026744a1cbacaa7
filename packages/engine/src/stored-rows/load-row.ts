import type { PartitionStore } from '../partitions/partition-store.js'
import type { RowTable } from './row-table.js'
import { type RequestMemory, UNCOUNTED_MEMORY } from '../memory/request-memory.js'
import { type Chunk, type ColumnScope, chunkBytes, loadChunks } from './chunked-row.js'
import { RowKind, decodeStoredRow, rowKind } from './row-codec.js'
import type { StoredRow } from './stored-row.js'

/** A row, of a chunked row only the wanted columns. */
export interface LoadedRow {
  readonly row: StoredRow
  /** The chunks of `row.cells`; undefined for a row in one piece. */
  readonly chunks: readonly Chunk[] | undefined
}

/**
 * Loads the row of a stored value, for a caller that holds the lock of its partition-key value: without the
 * lock the row may change between two chunks (see current-row.ts). Chunks are scanned, and scans see
 * durable commits only, so it first waits for everything up to `head`, the head at which the value was
 * read.
 */
export const loadRow = (
  store: PartitionStore,
  table: RowTable,
  key: Buffer,
  value: Buffer,
  scope: ColumnScope | (() => ColumnScope),
  head: number,
  memory: RequestMemory = UNCOUNTED_MEMORY,
): LoadedRow | Promise<LoadedRow> => {
  const row = decodeStoredRow(value, table.names)
  if (rowKind(value) === RowKind.WHOLE) return { row, chunks: undefined }
  const wanted = withIndexed(table, typeof scope === 'function' ? scope() : scope)
  return loadChunkedRow(store, table, key, row, wanted, head, memory)
}

const loadChunkedRow = async (
  store: PartitionStore,
  table: RowTable,
  key: Buffer,
  row: StoredRow,
  scope: ColumnScope,
  head: number,
  memory: RequestMemory,
): Promise<LoadedRow> => {
  await store.settled(head)
  await memory.take(await chunkBytes(store, table, key, scope))
  const chunks = await loadChunks(store, table, key, scope)
  return { row: { ...row, cells: chunks.flatMap((chunk) => chunk.cells) }, chunks }
}

/** Adds the columns of the local indexes, because a change of the row needs them for its index rows. */
const withIndexed = ({ localIndexes }: RowTable, scope: ColumnScope): ColumnScope => {
  if (localIndexes.length === 0 || scope === 'all' || scope === 'keys') return scope
  const columns = new Set(scope)
  for (const { projection } of localIndexes) {
    for (const name of projection.columns) columns.add(name)
  }
  return columns
}
