import {
  type BatchWriteRowReply,
  type BatchWriteRowRequest,
  type CapacityUnit,
  type NameCache,
  type RowInBatchWriteRowReply,
  type RowInBatchWriteRowRequest,
  TablestoreError,
  type Variant,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { Slice, expectDefined } from '@rowhouse/platform'
import type { Table } from '../tables/table-description.js'
import type { Transaction } from '../transactions/transaction.js'
import { checkScope, withinTransaction, writeWithin } from './within-transaction.js'
import { bindWrite } from './writing/bind-write.js'
import { type ParseWrite, checkWriteSize } from './writing/check-write.js'
import { refusedRows } from './writing/refused-rows.js'
import { REFUSED_COST } from './writing/decide-write.js'
import { parseDelete } from './delete-row.js'
import { writeBatchDirectly } from './writing/direct-writes.js'
import { executeWrites } from './writing/execute-writes.js'
import { parsePut } from './put-row.js'
import { returnedRow } from './writing/returned-row.js'
import { partitionKeyText } from '../transactions/partition-key-text.js'
import type { BoundWrite, RowWrite } from './writing/bound-write.js'
import { parseUpdate } from './update-row.js'
import { wasAdmitted } from './was-admitted.js'

/** The clock is read once per so many rows. */
const ROWS_BETWEEN_CLOCK_READS = 32

interface ParsedTable {
  readonly tableName: string
  readonly writes: readonly RowWrite[]
}

/**
 * Writes rows of several tables, each on its own. A mistake in the request fails the whole request, and
 * nothing is stored; a mistake in a row, or a problem of its table, fails that row. In an atomic batch it
 * fails all rows of the table, which must have one partition-key value there.
 */
export const batchWriteRow = (
  engine: RowParts,
  instance: string,
  request: BatchWriteRowRequest,
): Promise<BatchWriteRowReply> =>
  writeBatchDirectly(engine, instance, request) ?? checkAndWrite(engine, instance, request)

const checkAndWrite = async (
  engine: RowParts,
  instance: string,
  request: BatchWriteRowRequest,
): Promise<BatchWriteRowReply> => {
  if (request.tables.length === 0)
    throw errors.parameterInvalid('No row is specified in BatchWriteRow.')
  for (const { tableName } of request.tables) checkTableName(tableName)
  for (const { tableName, rows } of request.tables)
    if (rows.length === 0)
      throw errors.parameterInvalid(`No operation is specified for table: '${tableName}'.`)
  const count = request.tables.reduce((sum, { rows }) => sum + rows.length, 0)
  if (count > limits.BATCH_WRITE_ROWS_MAX)
    throw errors.parameterInvalid(
      `Rows count exceeds the upper limit: ${limits.BATCH_WRITE_ROWS_MAX}.`,
    )
  const slice = new Slice(engine.clock)
  const tables: ParsedTable[] = []
  for (const { tableName, rows } of request.tables) {
    const writes: RowWrite[] = []
    for (const row of rows) {
      writes.push(parseRow(engine.nameCache, row))
      // The expressions of a condition may take long to compile.
      const isSlow = row.condition.columnCondition !== undefined
      const checksTime = isSlow || writes.length % ROWS_BETWEEN_CLOCK_READS === 0
      if (checksTime && slice.isOver()) await slice.next()
    }
    tables.push({ tableName, writes })
  }
  checkBatchSize(tables)
  const { transactionId, isAtomic } = request
  if (transactionId === undefined) return writeTables(engine, instance, tables, isAtomic, undefined)
  return withinTransaction(engine, instance, transactionId, (transaction) =>
    isAtomic ? refuseAll(tables) : writeTables(engine, instance, tables, isAtomic, transaction),
  )
}

const PARSERS: Readonly<Record<'PUT' | 'UPDATE' | 'DELETE', ParseWrite>> = {
  PUT: parsePut,
  UPDATE: parseUpdate,
  DELETE: parseDelete,
}

export const parseRow = (names: NameCache, row: RowInBatchWriteRowRequest): RowWrite => {
  if (typeof row.type !== 'string')
    throw errors.parameterInvalid('The type of row in batch write operation is invalid.')
  return PARSERS[row.type](names, row.rowChange, row.condition, row.returnContent)
}

const checkBatchSize = (tables: readonly ParsedTable[]): void => {
  let bytes = 0
  for (const { writes } of tables) for (const write of writes) bytes += write.dataBytes
  checkWriteSize('BatchWriteRow', bytes)
}

/** Tables with secondary indexes do not take a row twice in one request. */
const refuseRepeatedRows = ({ writes }: ParsedTable): void => {
  const seen = new Set<string>()
  for (const { rowKey } of writes) {
    if (rowKey === undefined) continue
    const name = rowKey.key.toString('latin1')
    if (seen.has(name)) throw errors.repeatedRowWithIndex()
    seen.add(name)
  }
}

const writeTables = async (
  engine: RowParts,
  instance: string,
  tables: readonly ParsedTable[],
  isAtomic: boolean,
  transaction: Transaction | undefined,
): Promise<BatchWriteRowReply> => {
  const bound: BoundWrite[] = []
  const replies = tables.map((parsed) => {
    const table = engine.catalog.find(instance, parsed.tableName)
    if (table !== undefined && table.description.indexes.length > 0) refuseRepeatedRows(parsed)
    const rows = bindRows(table, parsed.writes, engine.clock.now(), transaction)
    const failure = isAtomic ? atomicFailure(parsed, rows) : undefined
    if (failure !== undefined) return rows.map(() => failed(failure))
    return rows.map((row) => (row instanceof TablestoreError ? failed(row) : bound.push(row) - 1))
  })
  const results =
    transaction === undefined
      ? await executeWrites(engine, bound, isAtomic)
      : await writeWithin(engine, transaction, bound)
  for (const [position, { consumed }] of results.entries()) {
    const { table } = expectDefined(bound[position], 'every result has its write')
    engine.meter.add(instance, table.description.name, consumed.read, consumed.write)
  }
  const replyOf = (position: number): RowInBatchWriteRowReply => {
    const result = expectDefined(results[position], 'every write has a result')
    const write = expectDefined(bound[position], 'every result has its write')
    if (!result.isOk) return failed(result.error)
    return { isOk: true, consumed: result.consumed, row: returnedRow(write, result) }
  }
  return {
    tables: tables.map(({ tableName }, index) => ({
      tableName,
      rows: expectDefined(replies[index], 'every table has replies').map((reply) =>
        typeof reply === 'number' ? replyOf(reply) : reply,
      ),
    })),
  }
}

/**
 * An atomic batch is a transaction of its own, and the open one holds the partition-key value already.
 */
const refuseAll = (tables: readonly ParsedTable[]): BatchWriteRowReply => ({
  tables: tables.map(({ tableName, writes }) => ({
    tableName,
    rows: writes.map(() => failed(errors.rowOperationConflict())),
  })),
})

/** Each write bound to its table, or the error with which the table or the transaction refuses it. */
const bindRows = (
  table: Table | undefined,
  writes: readonly RowWrite[],
  now: number,
  transaction: Transaction | undefined,
): (BoundWrite | TablestoreError)[] => {
  const refused = refusedRows(writes)
  return writes.map((write) => {
    try {
      const refusal = refused.get(write)
      if (refusal !== undefined) throw refusal
      if (table === undefined) throw errors.objectNotExist()
      const bound = bindWrite(table, write, now)
      if (transaction !== undefined) checkScope(transaction, table, write.primaryKey)
      return bound
    } catch (error) {
      if (!(error instanceof TablestoreError)) throw error
      return error
    }
  })
}

/** The error that fails all rows of an atomic batch, if it is known before any row is read. */
const atomicFailure = (
  { writes }: ParsedTable,
  rows: readonly (BoundWrite | TablestoreError)[],
): TablestoreError | undefined =>
  rows.find((row) => row instanceof TablestoreError) ?? scopeError(writes)

/** The error of an atomic batch with several partition-key values; undefined when there is only one. */
const scopeError = (writes: readonly RowWrite[]): TablestoreError | undefined => {
  const first = partitionKeyOf(writes[0])
  if (first === undefined) return undefined
  for (const write of writes) {
    const key = partitionKeyOf(write)
    if (key !== undefined && !key.equals(first))
      return errors.outOfAtomicBatch(partitionKeyText(first), partitionKeyText(key))
  }
  return undefined
}

const partitionKeyOf = (write: RowWrite | undefined): Variant | undefined =>
  write?.primaryKey[0]?.value

const failed = ({ code, message }: TablestoreError): RowInBatchWriteRowReply => ({
  isOk: false,
  consumed: costOfFailure(code),
  error: { code, message },
})

const costOfFailure = (code: string): CapacityUnit => {
  if (code === 'OTSConditionCheckFail') return REFUSED_COST
  return { read: 0, write: wasAdmitted(code) ? 1 : 0 }
}
