import {
  type DefinedColumnSchema,
  type DeleteDefinedColumnReply,
  type DeleteDefinedColumnRequest,
  type IndexMeta,
  checkColumnName,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'

/**
 * Removes columns from the table's schema. Their values stay in the rows, as attribute columns without a
 * definition.
 */
export const deleteDefinedColumn = async (
  engine: TableParts,
  instance: string,
  request: DeleteDefinedColumnRequest,
): Promise<DeleteDefinedColumnReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  if (request.columns.length === 0) {
    throw errors.parameterInvalid('No defined column is specified.')
  }
  for (const name of request.columns) checkColumnName(name)
  await engine.catalog.change(instance, request.tableName, (current) => {
    if (current === undefined) throw errors.objectNotExist()
    const { description } = current
    const definedColumns = without(description.definedColumns, request.columns)
    for (const index of description.indexes) checkUnused(index, request.columns)
    return { ...description, definedColumns }
  })
  return {}
}

const checkUnused = (index: IndexMeta, names: readonly string[]): void => {
  for (const name of names) {
    if (index.primaryKey.includes(name) || index.definedColumns.includes(name)) {
      throw errors.columnOfIndex(name, index.name)
    }
  }
}

const without = (
  defined: readonly DefinedColumnSchema[],
  names: readonly string[],
): DefinedColumnSchema[] => {
  for (const name of names) {
    if (!defined.some((column) => column.name === name)) {
      throw errors.parameterInvalid(`Column does not exist:${name}.`)
    }
  }
  return defined.filter((column) => !names.includes(column.name))
}
