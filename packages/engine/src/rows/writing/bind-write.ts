import {
  type DefinedColumnType,
  type PlainBufferCell,
  VariantType,
  bytesOf,
  errors,
  limits,
  typeName,
  variantType,
} from '@rowhouse/protocol'
import type { Table, TableDescription } from '../../tables/table-description.js'
import { checkKeySchema } from '../../tables/check-key.js'
import type { BoundWrite, RowWrite } from './bound-write.js'

/**
 * Checks a write against its table, in the service's order: the key, the options of the table, then the
 * cells.
 */
export const bindWrite = (table: Table, write: RowWrite, nowMilliseconds: number): BoundWrite => {
  if (table.description.index !== undefined) throw errors.writeToIndex()
  checkKeySchema(write.primaryKey, table.description)
  const generatedColumn = checkGeneratedKey(table, write)
  if (write.kind === 'UPDATE' && !table.description.options.allowUpdate)
    throw errors.parameterInvalid('Update operation is not allowed in this table')
  checkDefinedColumns(table, write.cells)
  checkTimestamps(table, write.cells, nowMilliseconds)
  if (table.description.indexes.length > 0) checkIndexedCells(table.description, write.cells)
  // Member by member: spreading makes an object that is slower to make and to read.
  return {
    kind: write.kind,
    primaryKey: write.primaryKey,
    rowKey: write.rowKey,
    cells: write.cells,
    rowExistence: write.rowExistence,
    columnCondition: write.columnCondition,
    returnContent: write.returnContent,
    dataBytes: write.dataBytes,
    table,
    generatedColumn,
  }
}

/** Finds the key column that the engine has to generate, and checks what such a write may not ask for. */
const checkGeneratedKey = (table: Table, write: RowWrite): number | undefined => {
  const column = table.description.primaryKey.findIndex(({ autoIncrement }) => autoIncrement)
  if (column === -1) return undefined
  const value = write.primaryKey[column]?.value
  if (value !== undefined && variantType(value) === VariantType.AUTO_INCREMENT) {
    checkPlaceholder(write)
    return column
  }
  if (write.kind !== 'DELETE' && write.rowExistence === 'EXPECT_NOT_EXIST')
    throw errors.parameterInvalid(
      `Invalid expect: ${write.rowExistence} when modify a specific row for table with pk auto increment`,
    )
  return undefined
}

const checkPlaceholder = (write: RowWrite): void => {
  if (write.kind === 'DELETE')
    throw errors.parameterInvalid('Invalid row to delete which with pk auto increment')
  if (write.rowExistence !== 'IGNORE')
    throw errors.parameterInvalid(
      `Invalid expect:${write.rowExistence} when modify row with pk auto increment`,
    )
  if (write.columnCondition !== undefined)
    throw errors.parameterInvalid("Can't set condition when modify row with pk auto increment")
}

export const DEFINED_TYPES: Readonly<Record<DefinedColumnType, number>> = {
  INTEGER: VariantType.INTEGER,
  DOUBLE: VariantType.DOUBLE,
  BOOLEAN: VariantType.BOOLEAN,
  STRING: VariantType.STRING,
  BLOB: VariantType.BLOB,
}

const checkDefinedColumns = (table: Table, cells: readonly PlainBufferCell[]): void => {
  const defined = table.description.definedColumns
  if (defined.length === 0) return
  for (const { name, value } of cells) {
    const column = defined.find((candidate) => candidate.name === name)
    if (column === undefined || value === undefined) continue
    if (variantType(value) !== DEFINED_TYPES[column.type])
      throw errors.parameterInvalid(
        `Invalid column type for column ${name} expect VT_${column.type} actual ${typeName(value)}`,
      )
  }
}

/**
 * A timestamp must lie in [max(now - deviation, now - TTL), now + deviation), in whole seconds, as
 * the error-code page of 2026 defines it.
 */
const checkTimestamps = (
  table: Table,
  cells: readonly PlainBufferCell[],
  nowMilliseconds: number,
): void => {
  const { deviation, timeToLive } = table.description.options
  const now = BigInt(Math.floor(nowMilliseconds / 1000))
  const tooOld = now - deviation
  const expired = timeToLive < 0 ? tooOld : now - BigInt(timeToLive)
  const start = tooOld > expired ? tooOld : expired
  for (const { name, value, timestamp } of cells) {
    if (timestamp === undefined || value === undefined) continue
    const seconds = timestamp / 1000n
    if (seconds < start || seconds >= now + deviation)
      throw errors.parameterInvalid(`Invalid timestamp. Cell:${name}.`)
  }
}

/** Checks that a table with indexes gets no timestamps, and no value too long for the key of an index. */
const checkIndexedCells = (
  { indexes }: TableDescription,
  cells: readonly PlainBufferCell[],
): void => {
  for (const { name, value, timestamp } of cells) {
    if (value === undefined) continue
    if (timestamp !== undefined) throw errors.timestampWithIndex(name)
    const type = variantType(value)
    if (type !== VariantType.STRING && type !== VariantType.BLOB) continue
    const { length } = bytesOf(value)
    if (length <= limits.PRIMARY_KEY_VALUE_BYTES_MAX) continue
    if (indexes.some(({ primaryKey }) => primaryKey.includes(name))) {
      throw errors.primaryKeyTooLong(name, length)
    }
  }
}
