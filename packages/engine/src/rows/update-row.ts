import {
  CellOperation,
  type PlainBufferCell,
  type UpdateRowReply,
  type UpdateRowRequest,
  VariantType,
  checkTableName,
  decodeRow,
  errors,
  variantType,
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
import { updateDirectly } from './writing/direct-updates.js'
import { writeRow } from './writing/write-row.js'

/** Puts, deletes and increments cells of a row, and creates it when a cell is put or incremented. */
export const updateRow = (
  engine: RowParts,
  instance: string,
  request: UpdateRowRequest,
): Promise<UpdateRowReply> =>
  updateDirectly(engine, instance, request) ?? checkAndUpdate(engine, instance, request)

const checkAndUpdate = async (
  engine: RowParts,
  instance: string,
  request: UpdateRowRequest,
): Promise<UpdateRowReply> => {
  checkTableName(request.tableName)
  const write = parseUpdate(
    engine.nameCache,
    request.rowChange,
    request.condition,
    request.returnContent,
  )
  if (write.cells.length === 0) throw errors.parameterInvalid('Attribute column is missing.')
  checkWriteSize('UpdateRow', write.dataBytes)
  return writeRow(engine, instance, request, write)
}

/**
 * The checks of an update that need no table, in the service's order. Callers refuse an update without
 * cells, each with its own text.
 */
export const parseUpdate: ParseWrite = (names, bytes, condition, returnContent) => {
  const row = decodeRow(bytes, names)
  checkKeyCells(row.primaryKey, 'write')
  if (row.deleteMarker)
    throw errors.parameterInvalid(
      'Invalid request of put/update row: unexpected RowDeleteMarker in request.',
    )
  checkCellCount(row.cells)
  for (const cell of row.cells) {
    checkUpdateCell(cell)
    checkCell(cell, row.primaryKey)
  }
  checkIncrements(row.cells)
  checkReturnContent(returnContent, row.cells)
  return {
    kind: 'UPDATE',
    primaryKey: row.primaryKey,
    rowKey: rowKeyOf(row.primaryKey),
    cells: row.cells,
    rowExistence: condition.rowExistence,
    columnCondition: parseColumnCondition(condition),
    returnContent,
    dataBytes: dataBytesOf(row.primaryKey, row.cells),
  }
}

const checkUpdateCell = (cell: PlainBufferCell): void => {
  switch (cell.operation) {
    case undefined:
      if (cell.value === undefined)
        throw errors.parameterInvalid('No value is given for column name.')
      return
    case CellOperation.DELETE_ALL_VERSION:
      checkDeletion(cell)
      if (cell.timestamp !== undefined)
        throw errors.parameterInvalid('Timestamp cannot be given when type is DELETE_ALL_VERSION.')
      return
    case CellOperation.DELETE_ONE_VERSION:
      checkDeletion(cell)
      if (cell.timestamp === undefined)
        throw errors.parameterInvalid('Timestamp must be given when type is DELETE_ONE_VERSION.')
      return
    case CellOperation.INCREMENT:
      checkOperand(cell)
  }
}

const checkDeletion = (cell: PlainBufferCell): void => {
  if (cell.value !== undefined)
    throw errors.parameterInvalid(
      'Column value cannot be given when type is DELETE_ONE_VERSION,DELETE_ALL_VERSION.',
    )
}

const checkOperand = (cell: PlainBufferCell): void => {
  if (cell.value === undefined || variantType(cell.value) !== VariantType.INTEGER)
    throw errors.parameterInvalid(
      `The operand of the increment of ${cell.name} must be an INTEGER.`,
    )
  if (cell.timestamp !== undefined)
    throw errors.parameterInvalid(`Timestamp cannot be given when ${cell.name} is incremented.`)
}

/** A column that is incremented may not be changed otherwise in the same request. */
const checkIncrements = (cells: readonly PlainBufferCell[]): void => {
  for (const { name, operation } of cells) {
    if (operation !== CellOperation.INCREMENT) continue
    if (cells.filter((cell) => cell.name === name).length > 1)
      throw errors.parameterInvalid(
        `Column ${name} is incremented and cannot be changed again in the same request.`,
      )
  }
}
