import {
  type GetRangeReply,
  type GetRangeRequest,
  type PlainBufferCell,
  PlainBufferWriter,
  VariantType,
  checkTableName,
  decodeRow,
  errors,
  limits,
  typeName,
  variantType,
} from '@rowhouse/protocol'
import { unitsOf } from '../capacity/capacity-units.js'
import type { RowParts } from './row-parts.js'
import { afterRow, encodeRowKey } from '../keys/encode-key.js'
import type { ScanRange } from '../partitions/partition-store.js'
import type { Table } from '../tables/table-description.js'
import { checkScope, inside, withinTransaction } from './within-transaction.js'
import { checkKeyCells, checkKeySchema, keyColumnsMax, keyValues } from '../tables/check-key.js'
import { oldestLiveTimestamp } from '../stored-rows/expiry-rules.js'
import { readPage } from './reading/range-page.js'
import { matrixOf } from './reading/row-matrix.js'
import { parseSelection } from './reading/row-selection.js'

interface Bound {
  readonly cells: readonly PlainBufferCell[]
  readonly key: Buffer
}

/**
 * Reads rows in key order, forward from an inclusive start to an exclusive end or backward
 * likewise, one page at a time. Each row is whole and consistent; the range is not a snapshot.
 */
export const getRange = async (
  engine: RowParts,
  instance: string,
  request: GetRangeRequest,
): Promise<GetRangeReply> => {
  checkTableName(request.tableName)
  const table = engine.catalog.find(instance, request.tableName)
  const columnsMax = keyColumnsMax(table)
  const start = parseBound(request.inclusiveStartPrimaryKey, columnsMax)
  const end = parseBound(request.exclusiveEndPrimaryKey, columnsMax)
  const selection = parseSelection(request)
  if (request.limit !== undefined && request.limit <= 0)
    throw errors.parameterInvalid('The limit must be greater than 0.')
  checkBounds(table, request.direction, start, end)
  const isMatrix = request.dataBlockTypeHint === 'DBT_SIMPLE_ROW_MATRIX'
  if (isMatrix && selection.columns === undefined)
    throw errors.parameterInvalid('DBT_SIMPLE_ROW_MATRIX need at least one column to get.')
  // The official clients expect this code here, and OTSObjectNotExist from writes.
  if (table === undefined) throw errors.parameterInvalid('Requested table does not exist.')
  if (table.description.index !== undefined) engine.indexes.checkReadable(table)
  const { timeToLive } = table.description.options
  const oldestLive = oldestLiveTimestamp(timeToLive, engine.clock.now())
  const wanted = {
    table,
    selection,
    oldestLive,
    range: scanRange(table, request, start, end),
    limit: request.limit ?? limits.RANGE_ROWS_MAX,
  }
  const page =
    request.transactionId === undefined
      ? await readPage(engine, wanted)
      : await withinTransaction(engine, instance, request.transactionId, (transaction) => {
          for (const { cells } of [start, end]) checkScope(transaction, table, cells)
          return readPage(inside(engine, transaction), wanted)
        })
  const read = unitsOf(page.bytes)
  engine.meter.add(instance, request.tableName, read, 0)
  return {
    consumed: { read, write: 0 },
    rows: isMatrix ? matrixOf(table, request, page.rows) : page.rows,
    nextStartPrimaryKey: page.next === undefined ? undefined : encodeKeyRow(table, page.next),
    dataBlockType: request.dataBlockTypeHint,
    allocate: (bytes) => engine.replyMemory.take(bytes),
    encoded: () => engine.pageWriters.giveBack(page.rows),
  }
}

export const parseBound = (bytes: Buffer, columnsMax: number): Bound => {
  const row = decodeRow(bytes)
  checkKeyCells(row.primaryKey, 'bound', columnsMax)
  if (row.cells.length > 0)
    throw errors.parameterInvalid('Attribute column cannot be given while reading data.')
  if (row.deleteMarker) throw errors.parameterInvalid('Delete marker cannot be given.')
  return { cells: row.primaryKey, key: encodeRowKey(keyValues(row.primaryKey)).key }
}

/** Checks each bound against the table, if it exists, then both bounds against each other. */
export const checkBounds = (
  table: Table | undefined,
  direction: 'FORWARD' | 'BACKWARD',
  start: Bound,
  end: Bound,
): void => {
  if (table !== undefined)
    for (const { cells } of [start, end]) checkKeySchema(cells, table.description)
  checkTypes(start, end)
  const order = start.key.compare(end.key)
  if (direction === 'FORWARD' && order >= 0)
    throw errors.parameterInvalid('Begin key must less than end key in FORWARD')
  if (direction === 'BACKWARD' && order <= 0)
    throw errors.parameterInvalid('Begin key must more than end key in BACKWARD')
}

const checkTypes = (start: Bound, end: Bound): void => {
  for (const [index, { value }] of start.cells.entries()) {
    const other = end.cells[index]?.value
    if (value === undefined || other === undefined || isInfinite(value) || isInfinite(other))
      continue
    if (variantType(value) !== variantType(other))
      throw errors.parameterInvalid(
        `invalid range, the begin's type is different from the end's,${typeName(value)}:${typeName(other)}.`,
      )
  }
}

const isInfinite = (value: Buffer): boolean =>
  variantType(value) === VariantType.INF_MIN || variantType(value) === VariantType.INF_MAX

/**
 * The range to scan, in key order with an exclusive end. A backward range includes its start, so the row
 * after that ends the scan.
 */
const scanRange = (table: Table, request: GetRangeRequest, start: Bound, end: Bound): ScanRange => {
  const isReverse = request.direction === 'BACKWARD'
  return {
    table: table.description.id,
    start: isReverse ? afterRow(end.key) : start.key,
    end: isReverse ? afterRow(start.key) : end.key,
    reverse: isReverse,
    // One more than wanted, because one row further shows whether a next page exists.
    expectedEntries: Math.min(request.limit ?? limits.RANGE_ROWS_MAX, limits.RANGE_ROWS_MAX) + 1,
  }
}

export const encodeKeyRow = (table: Table, key: readonly Buffer[]): Buffer => {
  const writer = new PlainBufferWriter()
  writer.header()
  writer.beginRow()
  for (const [index, name] of table.keyNames.entries()) {
    const value = key[index]
    if (value !== undefined) writer.primaryKeyCell(name, value)
  }
  writer.endRow()
  return writer.view()
}
