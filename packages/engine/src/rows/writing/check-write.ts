import {
  CellOperation,
  type Condition,
  type Filter,
  type NameCache,
  type PlainBufferCell,
  type ReturnContent,
  VariantType,
  bytesOf,
  checkColumnName,
  decodeFilter,
  errors,
  limits,
  variantType,
} from '@rowhouse/protocol'
import { valueBytes } from '../../capacity/capacity-units.js'
import { compileFilter } from '../../conditions/compile-filter.js'
import type { ColumnCondition, RowWrite } from './bound-write.js'

const TIMESTAMP_BYTES = 8

/** Bounds the cells in one write of a row, deletions included. */
export const checkCellCount = (cells: readonly PlainBufferCell[]): void => {
  if (cells.length > limits.CELLS_PER_WRITE_MAX)
    throw errors.parameterInvalid(
      'The number of attribute columns exceeds the limit, limit count: ' +
        `${limits.CELLS_PER_WRITE_MAX}, column count: ${cells.length}.`,
    )
}

/** Makes the checks that every attribute cell of a write must pass, whatever its operation. */
export const checkCell = (cell: PlainBufferCell, primaryKey: readonly PlainBufferCell[]): void => {
  checkColumnName(cell.name)
  if (primaryKey.some(({ name }) => name === cell.name))
    throw errors.parameterInvalid(
      `Duplicated attribute column name with primary key column: ${cell.name}.`,
    )
  if (cell.value !== undefined) checkValue(cell.name, cell.value)
  if (
    cell.timestamp !== undefined &&
    (cell.timestamp < 0n || cell.timestamp >= limits.TIMESTAMP_END)
  )
    throw errors.parameterInvalid('Timestamp must be in range [0, INT64_MAX/1000).')
}

const checkValue = (name: string, value: Buffer): void => {
  const type = variantType(value)
  switch (type) {
    case VariantType.INTEGER:
    case VariantType.DOUBLE:
    case VariantType.BOOLEAN:
      return
    case VariantType.STRING:
    case VariantType.BLOB: {
      const { length } = bytesOf(value)
      if (length > limits.ATTRIBUTE_VALUE_BYTES_MAX)
        throw errors.parameterInvalid(
          `The length of attribute column: '${name}' exceeds the MaxLength:` +
            `${limits.ATTRIBUTE_VALUE_BYTES_MAX} with CurrentLength:${length}.`,
        )
      return
    }
    default:
      throw errors.parameterInvalid(
        `${TYPE_NAMES.get(type) ?? type} is an invalid type for the attribute column.`,
      )
  }
}

const TYPE_NAMES: ReadonlyMap<number, string> = new Map([
  [VariantType.NULL, 'VT_NULL'],
  [VariantType.INF_MIN, 'VT_INF_MIN'],
  [VariantType.INF_MAX, 'VT_INF_MAX'],
  [VariantType.AUTO_INCREMENT, 'VT_AUTO_INCREMENT'],
])

/** Bytes that count against limits.WRITE_BYTES_MAX: names, values, and 8 per explicit timestamp. */
export const dataBytesOf = (
  primaryKey: readonly PlainBufferCell[],
  cells: readonly PlainBufferCell[],
): number => {
  let bytes = 0
  for (const cell of primaryKey) bytes += nameAndValueBytes(cell)
  for (const cell of cells)
    bytes += nameAndValueBytes(cell) + (cell.timestamp === undefined ? 0 : TIMESTAMP_BYTES)
  return bytes
}

const nameAndValueBytes = ({ name, value }: PlainBufferCell): number =>
  Buffer.byteLength(name) + (value === undefined ? 0 : valueBytes(value))

export const checkWriteSize = (operation: string, bytes: number): void => {
  if (bytes > limits.WRITE_BYTES_MAX)
    throw errors.parameterInvalid(
      `The total data size of ${operation} request exceeds the limit, limit size: ` +
        `${limits.WRITE_BYTES_MAX}, data size: ${bytes}.`,
    )
}

/** Only columns that the request increments can be returned after the change. */
export const checkReturnContent = (
  content: ReturnContent | undefined,
  cells: readonly PlainBufferCell[],
): void => {
  if (content === undefined || content.returnColumnNames.length === 0) return
  if (content.returnType === 'RT_PK')
    throw errors.parameterInvalid('Return column names cannot be given when return type is RT_PK.')
  for (const name of content.returnColumnNames) {
    const increments = cells.some(
      (cell) => cell.name === name && cell.operation === CellOperation.INCREMENT,
    )
    if (!increments)
      throw errors.parameterInvalid(`Return column ${name} is not incremented by this request.`)
  }
}

export const parseColumnCondition = (condition: Condition): ColumnCondition | undefined => {
  if (condition.columnCondition === undefined) return undefined
  const filter = decodeFilter(condition.columnCondition, { allowPagination: false })
  return { holds: compileFilter(filter), columns: columnsOf(filter) }
}

/** The columns that a filter reads. */
export const columnsOf = (filter: Filter, found = new Set<string>()): Set<string> => {
  if (filter.kind === 'single') found.add(filter.columnName)
  if (filter.kind === 'composite') for (const child of filter.children) columnsOf(child, found)
  return found
}

export type ParseWrite = (
  names: NameCache,
  row: Buffer,
  condition: Condition,
  returnContent: ReturnContent | undefined,
) => RowWrite
