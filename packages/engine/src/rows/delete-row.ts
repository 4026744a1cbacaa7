import {
  type DeleteRowReply,
  type DeleteRowRequest,
  checkTableName,
  decodeRow,
  errors,
} from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { checkKeyCells, rowKeyOf } from '../tables/check-key.js'
import {
  type ParseWrite,
  checkReturnContent,
  dataBytesOf,
  parseColumnCondition,
} from './writing/check-write.js'
import { writeDirectly } from './writing/direct-writes.js'
import { writeRow } from './writing/write-row.js'

/** Removes a row with all of its columns and versions; a missing row is no error. */
export const deleteRow = (
  engine: RowParts,
  instance: string,
  request: DeleteRowRequest,
): Promise<DeleteRowReply> =>
  writeDirectly(engine, instance, 'DELETE', request, request.primaryKey) ??
  checkAndDelete(engine, instance, request)

const checkAndDelete = async (
  engine: RowParts,
  instance: string,
  request: DeleteRowRequest,
): Promise<DeleteRowReply> => {
  checkTableName(request.tableName)
  const write = parseDelete(
    engine.nameCache,
    request.primaryKey,
    request.condition,
    request.returnContent,
  )
  return writeRow(engine, instance, request, write)
}

/** The checks of a delete that need no table, in the service's order. */
export const parseDelete: ParseWrite = (names, bytes, condition, returnContent) => {
  const row = decodeRow(bytes, names)
  checkKeyCells(row.primaryKey, 'write')
  if (row.cells.length > 0)
    throw errors.parameterInvalid('Invalid delete row request: unexpected cells in request')
  if (!row.deleteMarker)
    throw errors.parameterInvalid(
      'Invalid request of delete row: missing RowDeleteMarker in request',
    )
  checkReturnContent(returnContent, row.cells)
  return {
    kind: 'DELETE',
    primaryKey: row.primaryKey,
    rowKey: rowKeyOf(row.primaryKey),
    cells: [],
    rowExistence: condition.rowExistence,
    columnCondition: parseColumnCondition(condition),
    returnContent,
    dataBytes: dataBytesOf(row.primaryKey, []),
  }
}
