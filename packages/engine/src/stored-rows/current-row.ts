import { afterRow } from '../keys/encode-key.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { RowTable } from './row-table.js'
import { type ReadScope, SCAN_ENTRIES, firstChunkKey, loadChunks } from './chunked-row.js'
import { RowKind, decodeStoredRow, rowKind } from './row-codec.js'
import { RowScan, decodeScannedRow } from './row-scan.js'
import type { StoredRow } from './stored-row.js'

/**
 * Reads a row from the durable commits, of a chunked row only the wanted columns; undefined when there is
 * none. Its head and its chunks come from one commit, without a lock of the caller.
 */
export const currentRow = (
  store: PartitionStore,
  table: RowTable,
  key: Buffer,
  scope: ReadScope,
): Promise<StoredRow | undefined> =>
  scope === 'all' ? wholeRow(store, table, key) : rowOfColumns(store, table, key, scope)

const wholeRow = async (
  store: PartitionStore,
  { description, names }: RowTable,
  key: Buffer,
): Promise<StoredRow | undefined> => {
  const range = { table: description.id, start: key, end: afterRow(key), reverse: false }
  const scan = new RowScan(store.scan({ ...range, expectedEntries: SCAN_ENTRIES }), false)
  try {
    const [row] = await scan.next()
    return row === undefined ? undefined : decodeScannedRow(row, names)
  } finally {
    await scan.close()
  }
}

/** Reads only the chunks that have the wanted columns, with one scan per column. */
const rowOfColumns = async (
  store: PartitionStore,
  table: RowTable,
  key: Buffer,
  columns: ReadonlySet<string>,
): Promise<StoredRow | undefined> => {
  const snapshot = await store.snapshot()
  const { id } = table.description
  const range = { table: id, start: key, end: firstChunkKey(key), reverse: false }
  const heads = snapshot.scan({ ...range, expectedEntries: 1 })
  try {
    const [head] = await heads.next()
    if (head === undefined) return undefined
    const row = decodeStoredRow(head.value, table.names)
    if (rowKind(head.value) === RowKind.WHOLE) return row
    const chunks = await loadChunks(snapshot, table, key, columns)
    return { ...row, cells: chunks.flatMap(({ cells }) => cells) }
  } finally {
    snapshot.close()
    await heads.close()
  }
}
