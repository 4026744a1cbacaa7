import {
  type BulkImportReply,
  type BulkImportRequest,
  type Condition,
  type DataSize,
  type RowInBulkImportReply,
  TablestoreError,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import { columnBytes } from '../capacity/capacity-units.js'
import { type RowParts, unthrottled } from './row-parts.js'
import { Slice, expectDefined } from '@rowhouse/platform'
import { parseRow } from './batch-write-row.js'
import { bindWrite } from './writing/bind-write.js'
import { checkWriteSize } from './writing/check-write.js'
import { executeWrites } from './writing/execute-writes.js'
import { refusedRows } from './writing/refused-rows.js'
import type { BoundWrite, RowWrite } from './writing/bound-write.js'

const UNCONDITIONAL: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }
/** The clock is read once per so many rows. */
const ROWS_BETWEEN_CLOCK_READS = 32
const NOTHING: DataSize = { readBytes: 0, writeBytes: 0 }

/**
 * Writes rows of one table, each on its own and without conditions. Costs no capacity units: the reply
 * has the written bytes instead.
 */
export const bulkImport = async (
  engine: RowParts,
  instance: string,
  { tableName, rows }: BulkImportRequest,
): Promise<BulkImportReply> => {
  checkTableName(tableName)
  if (rows.length === 0)
    throw errors.parameterInvalid(`No operation is specified for table: '${tableName}'.`)
  if (rows.length > limits.BATCH_WRITE_ROWS_MAX)
    throw errors.parameterInvalid(
      `Rows count exceeds the upper limit: ${limits.BATCH_WRITE_ROWS_MAX}.`,
    )
  const slice = new Slice(engine.clock)
  const writes: RowWrite[] = []
  let bytes = 0
  for (const { type, rowChange } of rows) {
    const row = { type, rowChange, condition: UNCONDITIONAL, returnContent: undefined }
    const write = parseRow(engine.nameCache, row)
    bytes += write.dataBytes
    writes.push(write)
    if (writes.length % ROWS_BETWEEN_CLOCK_READS === 0 && slice.isOver()) await slice.next()
  }
  checkWriteSize('BulkImport', bytes)
  return { tableName, rows: await importRows(engine, instance, tableName, writes) }
}

const importRows = async (
  engine: RowParts,
  instance: string,
  tableName: string,
  writes: readonly RowWrite[],
): Promise<RowInBulkImportReply[]> => {
  const table = engine.catalog.find(instance, tableName)
  const now = engine.clock.now()
  const refused = refusedRows(writes)
  const bound: BoundWrite[] = []
  const replies = writes.map((write): RowInBulkImportReply | number => {
    try {
      const refusal = refused.get(write)
      if (refusal !== undefined) throw refusal
      if (table === undefined) throw errors.objectNotExist()
      return bound.push(bindWrite(table, write, now)) - 1
    } catch (error) {
      if (!(error instanceof TablestoreError)) throw error
      return failed(error)
    }
  })
  const results = await executeWrites(unthrottled(engine, table), bound)
  return replies.map((reply, index) => {
    if (typeof reply !== 'number') return reply
    const result = expectDefined(results[reply], 'every write has a result')
    if (!result.isOk) return failed(result.error)
    const write = expectDefined(writes[index], 'every reply has its write')
    return { isOk: true, consumed: { readBytes: 0, writeBytes: writtenBytes(write) } }
  })
}

/**
 * The bytes of names and values of key and cells, without timestamps, as the Java SDK's bulk tests
 * measure.
 */
const writtenBytes = ({ primaryKey, cells }: RowWrite): number => {
  let bytes = 0
  for (const { name, value } of [...primaryKey, ...cells])
    bytes += value === undefined ? Buffer.byteLength(name) : columnBytes(name, value)
  return bytes
}

const failed = ({ code, message }: TablestoreError): RowInBulkImportReply => ({
  isOk: false,
  consumed: NOTHING,
  error: { code, message },
})
