import { compareNames, limits } from '@rowhouse/protocol'
import { afterRow } from '../keys/encode-key.js'
import { escapedSize, writeEscaped } from '../keys/escape.js'
import { engineLimits } from '../limits.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import type { RowTable } from './row-table.js'
import { decodeStoredRow, storedCellBytes } from './row-codec.js'
import type { StoredCell } from './stored-row.js'

/**
 * A row past engineLimits.ROW_INLINE_BYTES_MAX is cut into column chunks that stand behind its key. A chunk's
 * key is the position of its first cell when it was made; the first chunk of a row has the lowest
 * position of all, so that every cell, also one that comes later, has a chunk that covers it: the
 * last one whose key is not above the cell's position.
 */
export interface Chunk {
  readonly key: Buffer
  readonly cells: readonly StoredCell[]
}

/** Which columns of a row are wanted. */
export type ReadScope = 'all' | ReadonlySet<string>
/** `keys`: the keys of all chunks and nothing of what is in them. */
export type ColumnScope = ReadScope | 'keys'

/** The byte behind a row key that begins a chunk suffix; below AFTER_ROW. */
const CHUNK_MARK = 0x01
const OLDEST = 0n
const NEWEST = 2n ** 63n - 1n
/** How many chunks a scan of a row reads first. */
export const SCAN_ENTRIES = 16

export const firstChunkKey = (rowKey: Buffer): Buffer =>
  Buffer.concat([rowKey, Buffer.of(CHUNK_MARK)])

/** Sorts like (name, newest version first) behind the row's key. */
const positionKey = (rowKey: Buffer, name: string, timestamp: bigint): Buffer => {
  const bytes = Buffer.from(name, 'utf8')
  const key = Buffer.allocUnsafe(rowKey.length + 1 + escapedSize(bytes) + 8)
  rowKey.copy(key)
  key[rowKey.length] = CHUNK_MARK
  const offset = writeEscaped(bytes, key, rowKey.length + 1)
  key.writeBigInt64BE(NEWEST - timestamp, offset)
  return key
}

/** Cuts ordered cells into chunks; the first takes `firstKey`, the lowest position by default. */
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

/** Where chunks are read from: a store in which the row does not change meanwhile, or one moment of it. */
type ChunkSource = Pick<PartitionStore, 'scan'>

/**
 * The chunks that cover the columns in scope, in order. Reads what is durable: the caller has waited for
 * the row's pending commits.
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

/** Walks backwards from the column's oldest position until a chunk begins before its newest one. */
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
 * About what the chunks take that cover the columns in scope. One column may take the whole row, by its
 * versions; mostly it is one version.
 */
export const chunkBytes = async (
  store: PartitionStore,
  { description }: RowTable,
  rowKey: Buffer,
  scope: ColumnScope,
): Promise<number> => {
  if (scope === 'keys') return 0
  // The store need not write its memory to files for it, which would take longer than the read.
  const unmeasuredMax = Number.POSITIVE_INFINITY
  const [start, end] = [firstChunkKey(rowKey), afterRow(rowKey)]
  const bytes = await store.approximateSize(description.id, start, end, unmeasuredMax)
  const whole = Math.max(bytes, engineLimits.ROW_INLINE_BYTES_MAX)
  return scope === 'all' ? whole : Math.min(whole, scope.size * limits.ATTRIBUTE_VALUE_BYTES_MAX)
}

/**
 * The loaded chunks with the cells that their columns have now: each cell goes to the last chunk that
 * does not begin behind it, a chunk that grew too large is cut, and one that lost all cells is
 * emptied (undefined) unless it is the row's first.
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
