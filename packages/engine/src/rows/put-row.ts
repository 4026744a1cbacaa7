import {
  type PlainBufferCell,
  type PutRowReply,
  type PutRowRequest,
  checkTableName,
  decodeRow,
  errors,
} from '@rowhouse/protocol'
import type { RowParts } from './row-parts.js'
import { checkKeyCells, rowKeyOf } from '../tables/check-key.js'
import {
  type ParseWrite,
  checkCell,
  checkCellCount,
  checkReturnContent,
  checkWriteSize,
  dataBytesOf,
  parseColumnCondition,
} from './writing/check-write.js'
import { writeDirectly } from './writing/direct-writes.js'
import { writeRow } from './writing/write-row.js'

/** Replaces a row: none of its former cells remains. */
export const putRow = (
  engine: RowParts,
  instance: string,
  request: PutRowRequest,
): Promise<PutRowReply> =>
  writeDirectly(engine, instance, 'PUT', request, request.row) ??
  checkAndPut(engine, instance, request)

const checkAndPut = async (
  engine: RowParts,
  instance: string,
  request: PutRowRequest,
): Promise<PutRowReply> => {
  checkTableName(request.tableName)
  const write = parsePut(engine.nameCache, request.row, request.condition, request.returnContent)
  checkWriteSize('PutRow', write.dataBytes)
  return writeRow(engine, instance, request, write)
}

/** The checks of a put that need no table, in the service's order. */
export const parsePut: ParseWrite = (names, bytes, condition, returnContent) => {
  const row = decodeRow(bytes, names)
  checkKeyCells(row.primaryKey, 'write')
  if (row.deleteMarker)
    throw errors.parameterInvalid(
      'Invalid request of put/update row: unexpected RowDeleteMarker in request.',
    )
  checkCellCount(row.cells)
  for (const cell of row.cells) {
    checkPutCell(cell)
    checkCell(cell, row.primaryKey)
  }
  checkReturnContent(returnContent, row.cells)
  return {
    kind: 'PUT',
    primaryKey: row.primaryKey,
    rowKey: rowKeyOf(row.primaryKey),
    cells: row.cells,
    rowExistence: condition.rowExistence,
    columnCondition: parseColumnCondition(condition),
    returnContent,
    dataBytes: dataBytesOf(row.primaryKey, row.cells),
  }
}

const checkPutCell = (cell: PlainBufferCell): void => {
  if (cell.operation !== undefined)
    throw errors.parameterInvalid(`OpType cannot be given for column name:${cell.name} in PutRow.`)
  if (cell.value === undefined)
    throw errors.parameterInvalid('Invalid request of put row: find cells without values')
}
