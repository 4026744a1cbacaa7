import { outOfRange } from '@rowhouse/platform'
import {
  type BatchWriteRowReply,
  type BatchWriteRowRequest,
  type CapacityUnit,
  type Condition,
  NOT_PLAIN,
  type ReturnContent,
  type RowInBatchWriteRowReply,
  limits,
} from '@rowhouse/protocol'
import { unitsOf } from '../../capacity/capacity-units.js'
import type { RowParts } from '../row-parts.js'
import { engineLimits } from '../../limits.js'
import type { CommitOutcome } from '../../partitions/partition-store.js'
import type { Partition } from '../../tables/partitions/partition.js'
import { stampMs } from '../../stored-rows/row-codec.js'
import type { Table } from '../../tables/table-description.js'
import type { PlainWriteEncoder } from './plain-write-encoder.js'
import { hasAllThatIsStored, holdsAtOnce, isConditional, readRowAtOnce } from './row-at-once.js'
import { waitForIndexes } from './wait-for-indexes.js'

/**
 * The short way for writes that do not depend on their rows, and for single puts and deletes with a condition
 * on a row in memory. They are decided and appended to the log in one turn of the event loop, so they take
 * no locks: it is enough that nobody holds a lock, or a transaction, on their partition-key values.
 * Everything else, whether wrong or only unusual, returns undefined here and goes the general way, which has
 * the errors.
 */

interface SingleWrite {
  readonly tableName: string
  readonly condition: Condition
  readonly returnContent: ReturnContent | undefined
  readonly transactionId: string | undefined
}

/** PutRow or DeleteRow; `row` is the request's. One with a condition must have its row in memory. */
export const writeDirectly = (
  engine: RowParts,
  instance: string,
  kind: 'PUT' | 'DELETE',
  request: SingleWrite,
  row: Buffer,
): Promise<{ consumed: CapacityUnit; row: undefined }> | undefined => {
  const { store, encoder, traffic } = engine
  const { tableName } = request
  if (store.commitWritten === undefined || request.transactionId !== undefined) return undefined
  if (!returnsNothing(request.returnContent)) return undefined
  if (row.length > engineLimits.DIRECT_WRITE_BYTES_MAX) return undefined
  const table = engine.catalog.find(instance, tableName)
  if (table === undefined || !takesDirectWrites(table)) return undefined
  const now = engine.clock.now()
  encoder.begin(now)
  const bytes = encodedBytes(engine, table, kind, row)
  const partition = bytes === undefined ? undefined : openPartition(engine, table)
  if (bytes === undefined || partition === undefined) return undefined
  const read = isConditional(request.condition) ? 1 : 0
  if (read > 0 && !mayReplace(engine, table, request.condition, now)) return undefined
  const units = unitsOf(bytes)
  if (read > 0) traffic.charge(table, partition, 'read', 1, read, 0)
  traffic.row(table, partition, 'write', encoder.keyBytes, 1, units, bytes)
  return store.commitWritten(encoder.finish()).then(() => {
    engine.meter.add(instance, tableName, read, units)
    const reply = { consumed: { read, write: units }, row: undefined }
    return engine.indexes.afterWrite(table)?.then(() => reply) ?? reply
  })
}

/**
 * Whether the last row may be replaced or deleted by a write that depends on what is there, with the stamp
 * that the encoder has given it.
 */
const mayReplace = (
  { store, encoder, traffic }: RowParts,
  table: Table,
  condition: Condition,
  now: number,
): boolean => {
  // Units would have to be taken now, and given back later.
  if (traffic.throttles(table) || !hasAllThatIsStored(table)) return false
  const row = readRowAtOnce(store, table, encoder.partition, encoder.rowKey)
  if (row === undefined || !holdsAtOnce(condition, table, row)) return false
  return row === 'missing' || (stampMs(row.source) < now && row.expiryHour === undefined)
}

/** BatchWriteRow of puts and deletes that are all direct writes: one record of the log holds them all. */
export const writeBatchDirectly = (
  engine: RowParts,
  instance: string,
  request: BatchWriteRowRequest,
): Promise<BatchWriteRowReply> | undefined => {
  const { store, encoder, traffic } = engine
  if (store.commitWritten === undefined || !isOrdinary(request)) return undefined
  encoder.begin(engine.clock.now())
  const written: WrittenTable[] = []
  for (const { tableName, rows } of request.tables) {
    const table = engine.catalog.find(instance, tableName)
    if (table === undefined || !takesDirectWrites(table)) return undefined
    // Each row would have to take its units before the next one is admitted.
    if (traffic.throttles(table)) return undefined
    const rowsBytes: number[] = []
    const partitions: Partition[] = []
    const seen = table.description.indexes.length > 0 ? new Set<string>() : undefined
    for (const row of rows) {
      const kind = row.type
      if ((kind !== 'PUT' && kind !== 'DELETE') || !isBlind(row)) return undefined
      // Otherwise a row that is put and then deleted would leave its expiry entry behind.
      if (kind === 'DELETE' && table.description.options.timeToLive >= 0) return undefined
      const bytes = encodedBytes(engine, table, kind, row.rowChange)
      if (bytes === undefined || isRepeated(seen, encoder)) return undefined
      const partition = openPartition(engine, table)
      if (partition === undefined) return undefined
      partition.samples.offer(encoder.keyBytes, 1, unitsOf(bytes))
      partitions.push(partition)
      rowsBytes.push(bytes)
    }
    written.push({ table, partitions, consumed: rowsBytes.map(unitsOf), rowsBytes })
  }
  for (const one of written) charge(engine, one)
  return answered(engine, instance, written, store.commitWritten(encoder.finish()))
}

/**
 * Whether the row has been seen in this table; `seen` is undefined for tables that may have a row twice,
 * those without indexes.
 */
const isRepeated = (seen: Set<string> | undefined, encoder: PlainWriteEncoder): boolean => {
  if (seen === undefined) return false
  const before = seen.size
  return seen.add(encoder.rowKey.toString('latin1')).size === before
}

interface WrittenTable {
  readonly table: Table
  /** The partition of each row; below, its write units and the bytes that they are counted from. */
  readonly partitions: readonly Partition[]
  readonly consumed: readonly number[]
  readonly rowsBytes: readonly number[]
}

const charge = (
  { traffic }: RowParts,
  { table, partitions, consumed, rowsBytes }: WrittenTable,
): void => {
  for (let index = 0; index < partitions.length; index++) {
    const partition = partitions[index] ?? outOfRange()
    const units = consumed[index] ?? outOfRange()
    traffic.charge(table, partition, 'write', 1, units, rowsBytes[index] ?? outOfRange())
  }
}

/** Refers to nothing of the request, all of which is in the record. */
const answered = async (
  engine: RowParts,
  instance: string,
  written: readonly WrittenTable[],
  committing: Promise<CommitOutcome>,
): Promise<BatchWriteRowReply> => {
  await committing
  engine.memory.bodyDone()
  const tablesWritten = written.map(({ table }) => table)
  await waitForIndexes(engine.indexes, tablesWritten)
  const tables = written.map(({ table, consumed }) => {
    const tableName = table.description.name
    let sum = 0
    for (const units of consumed) sum += units
    engine.meter.add(instance, tableName, 0, sum)
    return { tableName, rows: consumed.map(rowReply) }
  })
  return { tables }
}

const rowReply = (units: number): RowInBatchWriteRowReply =>
  units === 1 ? ONE_UNIT : { isOk: true, consumed: { read: 0, write: units }, row: undefined }

const ONE_UNIT: RowInBatchWriteRowReply = {
  isOk: true,
  consumed: { read: 0, write: 1 },
  row: undefined,
}

/** Whether the request has rows in every table, and few enough bytes that others do not wait for long. */
const isOrdinary = ({ tables, transactionId, isAtomic }: BatchWriteRowRequest): boolean => {
  if (transactionId !== undefined || isAtomic || tables.length === 0) return false
  let count = 0
  let bytes = 0
  for (const { rows } of tables) {
    if (rows.length === 0) return false
    count += rows.length
    for (const { rowChange } of rows) bytes += rowChange.length
  }
  return count <= limits.BATCH_WRITE_ROWS_MAX && bytes <= engineLimits.DIRECT_WRITE_BYTES_MAX
}

/** Whether the write does not depend on the row, and returns no column of it. */
const isBlind = ({
  condition,
  returnContent,
}: Pick<SingleWrite, 'condition' | 'returnContent'>): boolean =>
  !isConditional(condition) && returnsNothing(returnContent)

export const returnsNothing = (content: ReturnContent | undefined): boolean =>
  content === undefined ||
  (content.returnType === 'RT_NONE' && content.returnColumnNames.length === 0)

/**
 * Indexes, tables with local indexes, generated keys, chunked rows and unsaved column names go the
 * general way.
 */
export const takesDirectWrites = ({ description, names, localIndexes }: Table): boolean =>
  !names.hasChunkedRows &&
  localIndexes.length === 0 &&
  description.index === undefined &&
  names.unsaved().length === 0 &&
  !description.primaryKey.some(({ autoIncrement }) => autoIncrement)

/**
 * Encodes the commit of the row and returns the bytes that it costs; undefined when it must go the
 * general way.
 */
const encodedBytes = (
  { encoder, locks, transactions }: RowParts,
  table: Table,
  kind: 'PUT' | 'DELETE',
  row: Buffer,
): number | undefined => {
  const bytes = kind === 'PUT' ? encoder.put(table, row) : encoder.delete(table, row)
  if (bytes === NOT_PLAIN) return undefined
  const { id } = table.description
  if (locks.isAnyHeld && locks.isHeld(id, encoder.partition)) return undefined
  if (transactions.isAny && transactions.holds(id, encoder.partition)) return undefined
  return bytes
}

/** The partition of the last row; undefined when it takes no writes now. */
const openPartition = ({ traffic, encoder }: RowParts, table: Table): Partition | undefined => {
  const partition = table.partitions.find(encoder.keyBytes, 1)
  return traffic.isOpen(table, partition, 'write') ? partition : undefined
}
