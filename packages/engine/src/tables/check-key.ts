import { expectDefined } from '@rowhouse/platform'
import {
  type PlainBufferCell,
  type PlainBufferRow,
  type Variant,
  VariantType,
  bytesOf,
  checkColumnName,
  errors,
  limits,
  typeName,
  variantType,
} from '@rowhouse/protocol'
import { type RowKey, encodeRowKey } from '../keys/encode-key.js'
import type { Table, TableDescription } from './table-description.js'

/** INF_MIN and INF_MAX are allowed in the bounds of a range only, AUTO_INCREMENT in writes only. */
export type KeyUse = 'read' | 'write' | 'bound'

/**
 * Makes the checks of a key that need no table, in the order that the Java SDK's RestrictedItemTest and
 * ParameterLegalityTest observe.
 */
export const checkKeyCells = (
  cells: readonly PlainBufferCell[],
  use: KeyUse,
  columnsMax: number = limits.PRIMARY_KEY_COLUMNS_MAX,
): void => {
  if (cells.length === 0) throw errors.parameterInvalid('Cell data broken, empty PK.')
  if (cells.length > columnsMax)
    throw errors.parameterInvalid(
      `The number of primary key columns must be in range: [1, ${limits.PRIMARY_KEY_COLUMNS_MAX}].`,
    )
  for (const [index, cell] of cells.entries()) {
    checkColumnName(cell.name)
    if (index > 0 && cells.findIndex(({ name }) => name === cell.name) < index)
      throw errors.parameterInvalid(`Duplicated primary key name: '${cell.name}'.`)
    if (cell.operation !== undefined)
      throw errors.parameterInvalid(`OpType cannot be given for primary key name :${cell.name}.`)
    if (cell.timestamp !== undefined)
      throw errors.parameterInvalid(`Timestamp cannot be given for primary key name:${cell.name}.`)
    if (cell.value === undefined)
      throw errors.parameterInvalid(`No value is given for primary key name:${cell.name}.`)
    checkKeyValue(cell.name, cell.value, use)
  }
}

/** The key of an index may have its own columns and all key columns of the main table. */
export const keyColumnsMax = (table: Table | undefined): number =>
  table?.description.index === undefined
    ? limits.PRIMARY_KEY_COLUMNS_MAX
    : limits.INDEX_PRIMARY_KEY_COLUMNS_TOTAL_MAX

/** Parses the key of a row to read, which may have key columns only. */
export const parseReadKey = (row: PlainBufferRow, table?: Table): readonly PlainBufferCell[] => {
  checkKeyCells(row.primaryKey, 'read', keyColumnsMax(table))
  if (row.cells.length > 0)
    throw errors.parameterInvalid('Attribute column cannot be given while reading data.')
  if (row.deleteMarker) throw errors.parameterInvalid('Delete marker cannot be given.')
  return row.primaryKey
}

const checkKeyValue = (name: string, value: Variant, use: KeyUse): void => {
  switch (variantType(value)) {
    case VariantType.INTEGER:
      return
    case VariantType.STRING:
    case VariantType.BLOB:
      if (bytesOf(value).length > limits.PRIMARY_KEY_VALUE_BYTES_MAX)
        throw errors.parameterInvalid(
          `The length of primary key column: '${name}' exceeds the MaxLength:` +
            `${limits.PRIMARY_KEY_VALUE_BYTES_MAX} with CurrentLength:${bytesOf(value).length}.`,
        )
      return
    case VariantType.INF_MIN:
    case VariantType.INF_MAX:
      if (use === 'bound') return
      break
    case VariantType.AUTO_INCREMENT:
      if (use === 'write') return
      throw errors.parameterInvalid("PKAutoIncr can't be used for read operations.")
    default:
  }
  throw errors.parameterInvalid(`${typeName(value)} is an invalid type for the primary key.`)
}

/** Checks a key against its table's schema: the size first, then each column's name and type. */
export const checkKeySchema = (
  cells: readonly PlainBufferCell[],
  { primaryKey }: Pick<TableDescription, 'primaryKey'>,
): void => {
  if (cells.length !== primaryKey.length)
    throw errors.invalidPkSize(cells.length, primaryKey.length)
  for (const [index, column] of primaryKey.entries()) {
    const cell = expectDefined(cells[index], 'the key has a cell for each column')
    if (cell.name !== column.name) throw errors.invalidPkName(cell.name, column.name)
    if (cell.value !== undefined && !fits(cell.value, column))
      throw errors.invalidPkType(typeName(cell.value), KEY_TYPE_NAMES[column.type])
  }
}

const KEY_TYPE_NAMES = { INTEGER: 'VT_INTEGER', STRING: 'VT_STRING', BINARY: 'VT_BLOB' } as const
export const KEY_TYPES = {
  INTEGER: VariantType.INTEGER,
  STRING: VariantType.STRING,
  BINARY: VariantType.BLOB,
} as const

const fits = (value: Variant, column: TableDescription['primaryKey'][number]): boolean => {
  const type = variantType(value)
  if (type === VariantType.INF_MIN || type === VariantType.INF_MAX) return true
  if (type === VariantType.AUTO_INCREMENT) return column.autoIncrement
  return type === KEY_TYPES[column.type]
}

/** The values of a checked key, in the table's order of columns. */
export const keyValues = (cells: readonly PlainBufferCell[]): Variant[] => {
  const values: Variant[] = []
  for (const { value } of cells) if (value !== undefined) values.push(value)
  return values
}

/** The encoded key of a checked write; undefined while a column is still to be generated. */
export const rowKeyOf = (cells: readonly PlainBufferCell[]): RowKey | undefined => {
  const values = keyValues(cells)
  const isWhole = values.every((value) => variantType(value) !== VariantType.AUTO_INCREMENT)
  return isWhole ? encodeRowKey(values) : undefined
}
