import {
  type PrimaryKeySchema,
  checkColumnName,
  errors,
  limits,
  primaryKeyTypeName,
} from '@rowhouse/protocol'
import { invariant } from '@rowhouse/platform'
import type { PrimaryKeyColumn } from './table-description.js'

/** Checks the key columns of a new table, by the rules of the SDK tests and the error-code page. */
export const checkPrimaryKey = (
  tableName: string,
  schema: readonly PrimaryKeySchema[],
): PrimaryKeyColumn[] => {
  if (schema.length < 1 || schema.length > limits.PRIMARY_KEY_COLUMNS_MAX) {
    throw errors.parameterInvalid(
      `The number of primary key columns must be in range: [1, ${limits.PRIMARY_KEY_COLUMNS_MAX}].`,
    )
  }
  for (const column of schema) checkColumnName(column.name)
  const columns = schema.map(checkType)
  checkDuplicates(columns)
  checkAutoIncrement(tableName, columns)
  return columns
}

const checkType = ({ name, type, autoIncrement }: PrimaryKeySchema): PrimaryKeyColumn => {
  if (typeof type === 'string') return { name, type, autoIncrement }
  throw errors.parameterInvalid(
    `${primaryKeyTypeName(type)} is an invalid type for the primary key.`,
  )
}

const checkDuplicates = (columns: readonly PrimaryKeyColumn[]): void => {
  const names = new Set<string>()
  for (const { name } of columns) {
    if (names.has(name)) throw errors.parameterInvalid(`Duplicated primary key name: '${name}'.`)
    names.add(name)
  }
}

const checkAutoIncrement = (tableName: string, columns: readonly PrimaryKeyColumn[]): void => {
  const generated = columns.filter((column) => column.autoIncrement)
  if (generated.some((column) => column.type !== 'INTEGER')) {
    throw errors.parameterInvalid('AUTO_INCREMENT primary key must be integer.')
  }
  if (generated.length > 1) {
    throw errors.parameterInvalid('AUTO_INCREMENT primary key count must <= 1.')
  }
  const first = columns[0]
  invariant(first !== undefined, 'a key has a first column')
  if (first.autoIncrement) {
    throw errors.parameterInvalid(`First primary key can't be auto increment, table: ${tableName}.`)
  }
}
