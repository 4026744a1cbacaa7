import { compareNames, limits } from '@rowhouse/protocol'
import { afterRow } from '../keys/encode-key.js'
import { escapedSize, writeEscaped } from '../keys/escape.js'
import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { RowTable } from './row-table.js'
import { decodeStoredRow, storedCellBytes } from './row-codec.js'
import type { StoredCell } from './stored-row.js'

/**
 * A row past engineLimits.ROW_INLINE_BYTES_MAX is split into column chunks, whose keys follow the row's
 * key. A chunk's key is the position of its first cell at the time of the split. The first chunk of a row
 * has the lowest possible position, so that every cell, also one that is added later, is covered by a
 * chunk: the last one whose key is not above the cell's position.
 */
export interface Chunk {
  readonly key: Buffer
  readonly cells: readonly StoredCell[]
}

/** Which columns of a row are wanted. */
export type ReadScope = 'all' | ReadonlySet<string>
/** `keys` stands for the keys of all chunks without their cells. */
export type ColumnScope = ReadScope | 'keys'

/** The byte that follows a row key and begins a chunk suffix; smaller than AFTER_ROW. */
const CHUNK_MARK = 0x01
const OLDEST = 0n
const NEWEST = 2n ** 63n - 1n
/** The number of chunks that a scan of a row expects. */
export const SCAN_ENTRIES = 16

export const firstChunkKey = (rowKey: Buffer): Buffer =>
  Buffer.concat([rowKey, Buffer.of(CHUNK_MARK)])

/** A key behind the row's key that sorts by name, then newest version first. */
const positionKey = (rowKey: Buffer, name: string, timestamp: bigint): Buffer => {
  const bytes = Buffer.from(name, 'utf8')
  const key = Buffer.allocUnsafe(rowKey.length + 1 + escapedSize(bytes) + 8)
  rowKey.copy(key)
  key[rowKey.length] = CHUNK_MARK
  const offset = writeEscaped(bytes, key, rowKey.length + 1)
  key.writeBigInt64BE(NEWEST - timestamp, offset)
  return key
}

/** Splits ordered cells into chunks; the first one gets `firstKey`, the lowest position by default. */
export const splitIntoChunks = (
  rowKey: Buffer,
  cells: readonly StoredCell[],
  firstKey: Buffer = firstChunkKey(rowKey),
): Chunk[] => {
  const chunks: Chunk[] = []
  let key = firstKey
  let current: StoredCell[] = []
  let bytes = 0
  for (const cell of cells) {
    const cellBytes = storedCellBytes(cell)
    if (current.length > 0 && bytes + cellBytes > engineLimits.ROW_INLINE_BYTES_MAX) {
      chunks.push({ key, cells: current })
      key = positionKey(rowKey, cell.name, cell.timestamp)
      current = []
      bytes = 0
    }
    current.push(cell)
    bytes += cellBytes
  }
  chunks.push({ key, cells: current })
  return chunks
}

/** A store in which the row does not change meanwhile, or a snapshot of it. */
type ChunkSource = Pick<PartitionStore, 'scan'>

/**
 * Loads the chunks that cover the columns in scope, in order. Only durable chunks are read, so the caller
 * must have waited for the row's pending commits.
 */
export const loadChunks = async (
  store: ChunkSource,
  table: RowTable,
  rowKey: Buffer,
  scope: ColumnScope,
): Promise<Chunk[]> => {
  if (scope === 'all' || scope === 'keys') return scanChunks(store, table, rowKey, scope === 'keys')
  const chunks = new Map<string, Chunk>()
  for (const name of [...scope].sort(compareNames)) {
    for (const chunk of await chunksOfColumn(store, table, rowKey, name))
      chunks.set(chunk.key.toString('latin1'), chunk)
  }
  return [...chunks.values()].sort((a, b) => a.key.compare(b.key))
}

/** Scans backwards from the column's oldest position until a chunk begins before its newest one. */
const chunksOfColumn = async (
  store: ChunkSource,
  table: RowTable,
  rowKey: Buffer,
  name: string,
): Promise<Chunk[]> => {
  const newest = positionKey(rowKey, name, NEWEST)
  const end = Buffer.concat([positionKey(rowKey, name, OLDEST), Buffer.of(0)])
  const scan = store.scan({
    table: table.description.id,
    start: firstChunkKey(rowKey),
    end,
    reverse: true,
    expectedEntries: 1,
  })
  const chunks: Chunk[] = []
  try {
    for (let entries = await scan.next(); entries.length > 0; entries = await scan.next()) {
      for (const { key, value } of entries) {
        chunks.unshift({ key, cells: decodeStoredRow(value, table.names).cells })
        if (key.compare(newest) <= 0) return chunks
      }
    }
    return chunks
  } finally {
    await scan.close()
  }
}

const scanChunks = async (
  store: ChunkSource,
  table: RowTable,
  rowKey: Buffer,
  keysOnly: boolean,
): Promise<Chunk[]> => {
  const scan = store.scan({
    table: table.description.id,
    start: firstChunkKey(rowKey),
    end: afterRow(rowKey),
    reverse: false,
    expectedEntries: SCAN_ENTRIES,
    keysOnly,
  })
  const chunks: Chunk[] = []
  try {
    for (let entries = await scan.next(); entries.length > 0; entries = await scan.next()) {
      for (const { key, value } of entries)
        chunks.push({ key, cells: keysOnly ? [] : decodeStoredRow(value, table.names).cells })
    }
    return chunks
  } finally {
    await scan.close()
  }
}

/**
 * Estimates the bytes of the chunks that cover the columns in scope. One column may fill the whole row with
 * its versions; mostly it has one.
 */
export const chunkBytes = async (
  store: PartitionStore,
  { description }: RowTable,
  rowKey: Buffer,
  scope: ColumnScope,
): Promise<number> => {
  if (scope === 'keys') return 0
  // The store should not flush its memory for the estimate, which would take longer than the read.
  const unmeasuredMax = Number.POSITIVE_INFINITY
  const [start, end] = [firstChunkKey(rowKey), afterRow(rowKey)]
  const bytes = await store.approximateSize(description.id, start, end, unmeasuredMax)
  const whole = Math.max(bytes, engineLimits.ROW_INLINE_BYTES_MAX)
  return scope === 'all' ? whole : Math.min(whole, scope.size * limits.ATTRIBUTE_VALUE_BYTES_MAX)
}

/**
 * Distributes the current cells over the loaded chunks. Each cell goes to the last chunk that does not
 * begin behind it. A chunk that has grown too large is split, and one that has lost all cells is removed
 * (undefined) unless it is the row's first.
 */
export const rewriteChunks = (
  rowKey: Buffer,
  loaded: readonly Chunk[],
  cells: readonly StoredCell[],
): { readonly key: Buffer; readonly cells: readonly StoredCell[] | undefined }[] => {
  const rewritten: { key: Buffer; cells: readonly StoredCell[] | undefined }[] = []
  const first = firstChunkKey(rowKey)
  let from = 0
  for (let index = 0; index < loaded.length; index++) {
    const chunk = loaded[index]
    const next = loaded[index + 1]
    if (chunk === undefined) continue
    let to = cells.length
    if (next !== undefined) {
      to = from
      while (to < cells.length && isBefore(rowKey, cells[to], next.key)) to++
    }
    const own = cells.slice(from, to)
    from = to
    if (own.length === 0 && !chunk.key.equals(first))
      rewritten.push({ key: chunk.key, cells: undefined })
    else if (!sameCells(own, chunk.cells))
      rewritten.push(...splitIntoChunks(rowKey, own, chunk.key))
  }
  return rewritten
}

const isBefore = (rowKey: Buffer, cell: StoredCell | undefined, key: Buffer): boolean =>
  cell !== undefined && positionKey(rowKey, cell.name, cell.timestamp).compare(key) < 0

const sameCells = (a: readonly StoredCell[], b: readonly StoredCell[]): boolean =>
  a.length === b.length && a.every((cell, index) => cell === b[index])
