import {
  type AddDefinedColumnReply,
  type AddDefinedColumnRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'
import { checkAgainstTable, checkDefinedColumns } from './defined-columns.js'

export const addDefinedColumn = async (
  engine: TableParts,
  instance: string,
  request: AddDefinedColumnRequest,
): Promise<AddDefinedColumnReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  if (request.columns.length === 0) {
    throw errors.parameterInvalid('No defined column is specified.')
  }
  checkDefinedColumns(request.columns)
  await engine.catalog.change(instance, request.tableName, (current) => {
    if (current === undefined) throw errors.objectNotExist()
    const { description } = current
    checkAgainstTable(request.columns, description.primaryKey, description.definedColumns)
    return { ...description, definedColumns: [...description.definedColumns, ...request.columns] }
  })
  return {}
}
