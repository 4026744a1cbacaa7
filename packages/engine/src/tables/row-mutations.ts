import { engineLimits } from '../limits.js'
import { localIndexMutations } from './local-index-mutations.js'
import { Space } from '../keys/spaces.js'
import type { Mutation } from '../partitions/partition-store.js'
import type { Table } from './table-description.js'
import { type Chunk, rewriteChunks, splitIntoChunks } from '../stored-rows/chunked-row.js'
import { expiryHourOf } from '../stored-rows/expiry-rules.js'
import type { LoadedRow } from '../stored-rows/load-row.js'
import { RowKind, encodeStoredRow, storedCellBytes } from '../stored-rows/row-codec.js'
import type { StoredCell, StoredRow } from '../stored-rows/stored-row.js'

/** A row before and after a change; `current` is undefined when the row is deleted. */
export interface ChangedRow {
  readonly key: Buffer
  readonly loaded: LoadedRow | undefined
  readonly current: StoredRow | undefined
  /** Whether none of the loaded cells remains. */
  readonly replaced: boolean
}

/** The mutations that bring the store to the row's new state. */
export const rowMutations = (table: Table, changed: ChangedRow): Mutation[] => {
  const mutations = ownMutations(table, changed)
  if (table.localIndexes.length > 0) {
    const { key, loaded, current } = changed
    mutations.push(...localIndexMutations(table, key, loaded?.row, current))
  }
  return mutations
}

const ownMutations = (table: Table, changed: ChangedRow): Mutation[] => {
  const { key, loaded, current, replaced } = changed
  const chunks = loaded?.chunks
  if (current === undefined) return [{ key, value: undefined }, ...withoutChunks(chunks)]
  const mutations: Mutation[] = []
  const row = coveredByExpiry(table, key, current, mutations)
  if (chunks !== undefined && !replaced) {
    mutations.push({ key, value: chunkedHead(table, row) })
    for (const { key: chunkKey, cells } of rewriteChunks(key, chunks, row.cells))
      mutations.push({ key: chunkKey, value: chunkValue(table, row, cells) })
    return mutations
  }
  if (isSmall(row.cells)) {
    mutations.push({ key, value: encodeStoredRow(row, table.names) }, ...withoutChunks(chunks))
    return mutations
  }
  table.names.noteChunkedRow()
  // Deletions come first: a new chunk may have the key of an old one, and the last mutation of a key
  // wins.
  mutations.push(...withoutChunks(chunks), { key, value: chunkedHead(table, row) })
  for (const { key: chunkKey, cells } of splitIntoChunks(key, row.cells))
    mutations.push({ key: chunkKey, value: chunkValue(table, row, cells) })
  return mutations
}

const withoutChunks = (chunks: readonly Chunk[] | undefined): Mutation[] =>
  (chunks ?? []).map(({ key }) => ({ key, value: undefined }))

const chunkedHead = (table: Table, row: StoredRow): Buffer =>
  encodeStoredRow({ ...row, cells: [] }, table.names, RowKind.CHUNKED)

const chunkValue = (
  table: Table,
  row: StoredRow,
  cells: readonly StoredCell[] | undefined,
): Buffer | undefined =>
  cells === undefined ? undefined : encodeStoredRow({ ...row, cells }, table.names, RowKind.CHUNK)

const isSmall = (cells: readonly StoredCell[]): boolean => {
  let bytes = 0
  for (const cell of cells) bytes += storedCellBytes(cell)
  return bytes <= engineLimits.ROW_INLINE_BYTES_MAX
}

/** Adds an expiry entry for the row unless its present one is early enough. */
const coveredByExpiry = (
  table: Table,
  key: Buffer,
  row: StoredRow,
  mutations: Mutation[],
): StoredRow => {
  if (table.description.options.timeToLive < 0) return row
  const hour = expiryHourOf(row.cells, row.stamp)
  if (row.expiryHour !== undefined && row.expiryHour <= hour) return row
  mutations.push({ key: expiryKey(hour, key), value: Buffer.alloc(0) })
  return { ...row, expiryHour: hour }
}

/** The key of the expiry entry of an hour; `key` is the row's. */
export const expiryKey = (hour: number, key: Buffer): Buffer => {
  const entry = Buffer.allocUnsafe(4 + key.length)
  entry[0] = Space.EXPIRY
  entry.writeUInt32BE(hour, 1)
  key.copy(entry, 5, 1)
  return entry
}
