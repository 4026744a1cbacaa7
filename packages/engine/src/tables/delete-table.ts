import {
  type DeleteTableReply,
  type DeleteTableRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { Engine } from '../engine.js'

/** The table is gone when this resolves; its data is removed in the background. */
export const deleteTable = async (
  engine: Engine,
  instance: string,
  request: DeleteTableRequest,
): Promise<DeleteTableReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  await engine.catalog.change(instance, request.tableName, (current) => {
    if (current === undefined) throw errors.objectNotExist()
    if (current.description.searchIndexes.length > 0) {
      throw errors.tableHasSearchIndex(request.tableName)
    }
    return undefined
  })
  engine.meter.forget(instance, request.tableName)
  return {}
}
