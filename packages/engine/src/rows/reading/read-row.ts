import { type PlainBufferCell, PlainBufferWriter, type Variant } from '@rowhouse/protocol'
import { unitsOf } from '../../capacity/capacity-units.js'
import type { RowParts } from '../row-parts.js'
import { encodeRowKey } from '../../keys/encode-key.js'
import { engineLimits } from '../../limits.js'
import type { StoredValue } from '../../partitions/partition-store.js'
import type { Partition } from '../../tables/partitions/partition.js'
import type { PartitionTraffic } from '../../capacity/partitions/partition-traffic.js'
import { keyValues } from '../../tables/check-key.js'
import { chunkBytes } from '../../stored-rows/chunked-row.js'
import { currentRow } from '../../stored-rows/current-row.js'
import { RowCursor, RowKind, rowKind } from '../../stored-rows/row-codec.js'
import type { StoredRow } from '../../stored-rows/stored-row.js'
import { type KeyForm, keyColumns } from './append-key.js'
import { type RowReading, appendRow, appendStoredRow } from './append-row.js'
import { scratchKey } from './row-scratch.js'
import { scopeOfSelection } from './row-selection.js'

/** A row as a PlainBuffer, empty when it is missing or filtered out, and the bytes to charge. */
export interface ReadRow {
  readonly row: Buffer
  readonly bytes: number
  /** How many bytes of memory before the row are free, so that the reply's head can be written there. */
  readonly before?: number
}

/** Upper bounds for the names and tags of a key, and for the tags of a cell. */
const ROW_FRAME_BYTES = 4096
const CELL_FRAME_BYTES = 64
const NO_ROW = Buffer.alloc(0)
const MISSING: ReadRow = { row: NO_ROW, bytes: 0 }

/** Returns without a promise when the row is in memory and not chunked. */
export const readRow = (
  engine: RowParts,
  reading: RowReading,
  cells: readonly PlainBufferCell[],
): ReadRow | Promise<ReadRow> => {
  const values = keyValues(cells)
  const key = scratchKey(engine.rowScratch, values)
  const partition = engine.traffic.admit(reading.table, 'read', key, 1)
  const { traffic } = engine
  const read = readStored(engine, reading, values, key)
  if (!(read instanceof Promise)) return charged(traffic, reading, partition, key, read)
  // A unit is taken at once, so that concurrent requests see what is left.
  traffic.prepay(reading.table, partition, 'read', 1)
  return read.then((row) => {
    traffic.prepay(reading.table, partition, 'read', unitsOf(row.bytes) - 1)
    // Other reads have used the scratch memory meanwhile.
    const again = scratchKey(engine.rowScratch, values)
    return charged(traffic.unthrottled, reading, partition, again, row)
  })
}

/** The same by the stored key, without admission by the partition: the search was admitted elsewhere. */
export const readRowByKey = (
  engine: RowParts,
  reading: RowReading,
  key: Buffer,
): ReadRow | Promise<ReadRow> => {
  const partition = reading.table.partitions.find(key, 1)
  // Searches have a throughput of their own.
  const traffic = engine.traffic.unthrottled
  const read = readStored(engine, reading, key, key)
  if (!(read instanceof Promise)) return charged(traffic, reading, partition, key, read)
  return read.then((row) => charged(traffic, reading, partition, key, row))
}

/** `form` is the key from which the reply is written. */
const readStored = (
  engine: RowParts,
  reading: RowReading,
  form: KeyForm,
  key: Buffer,
): ReadRow | Promise<ReadRow> => {
  const { store } = engine
  if (store.readDurable === undefined)
    return readFrom(engine, reading, keyColumns(reading.table, form))
  const stored = store.readDurable(reading.table.description.id, key)
  if (stored instanceof Promise) return stored.then((found) => rowOf(engine, reading, form, found))
  return rowOf(engine, reading, form, stored)
}

const charged = (
  traffic: PartitionTraffic,
  { table }: RowReading,
  partition: Partition,
  key: Buffer,
  read: ReadRow,
): ReadRow => {
  traffic.row(table, partition, 'read', key, 1, unitsOf(read.bytes), read.bytes)
  return read
}

const readFrom = async (
  engine: RowParts,
  reading: RowReading,
  values: readonly Variant[],
): Promise<ReadRow> => {
  const { key, partition } = encodeRowKey(values)
  const table = reading.table.description.id
  const view = await engine.store.read({ table, partition, keys: [key], pending: false })
  return rowOf(engine, reading, values, { value: view.values[0], isVerified: false })
}

const rowOf = (
  engine: RowParts,
  reading: RowReading,
  key: KeyForm,
  stored: StoredValue,
): ReadRow | Promise<ReadRow> => {
  const { value } = stored
  if (value === undefined) return MISSING
  if (rowKind(value) !== RowKind.WHOLE) return readChunkedRow(engine, reading, key)
  const cursor = new RowCursor(reading.table.names)
  cursor.begin(value, stored.isVerified)
  const { writer } = engine.rowScratch
  // A failed read may have left bytes in the writer.
  writer.reset()
  writer.header()
  const { found, bytes } = appendStoredRow(writer, reading, key, cursor)
  return { row: found ? writer.take() : NO_ROW, bytes }
}

/** The row may have changed since its head was read, even to one that is not chunked. */
const readChunkedRow = async (
  { store, memory }: RowParts,
  reading: RowReading,
  keyForm: KeyForm,
): Promise<ReadRow> => {
  const values = keyColumns(reading.table, keyForm)
  const { key } = encodeRowKey(values)
  const scope = scopeOfSelection(reading.selection, reading.table.description)
  await memory.take(await chunkBytes(store, reading.table, key, scope))
  const row = await currentRow(store, reading.table, key, scope)
  if (row === undefined) return MISSING
  const size = replyBytes(key, row)
  await memory.take(size)
  const writer = new PlainBufferWriter(size)
  writer.leaveBefore(engineLimits.REPLY_HEAD_BYTES)
  writer.header()
  const { found, bytes } = appendRow(writer, reading, values, row)
  return found ? { row: writer.view(), bytes, before: writer.before } : { row: NO_ROW, bytes }
}

/** An upper bound of the row's bytes in the reply, so that its memory is allocated once. */
const replyBytes = (key: Buffer, { cells }: StoredRow): number => {
  let bytes = engineLimits.REPLY_HEAD_BYTES + 2 * key.length + ROW_FRAME_BYTES
  for (const { name, value } of cells) bytes += 3 * name.length + value.length + CELL_FRAME_BYTES
  return bytes
}
