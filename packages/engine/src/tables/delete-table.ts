import {
  type DeleteTableReply,
  type DeleteTableRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { TableParts } from './table-parts.js'

/** The table and its indexes are gone when this resolves; their data is removed in the background. */
export const deleteTable = async (
  engine: TableParts,
  instance: string,
  request: DeleteTableRequest,
): Promise<DeleteTableReply> => {
  checkTableName(request.tableName)
  engine.tableOperations.admit(instance)
  const gone: string[] = []
  await engine.catalog.changeTogether(instance, () => {
    const current = engine.catalog.find(instance, request.tableName)
    if (current === undefined) throw errors.objectNotExist()
    const { name, index, indexes, searchIndexes } = current.description
    if (index !== undefined) throw errors.changeOfIndex(name)
    if (searchIndexes.length > 0) throw errors.tableHasSearchIndex(name)
    gone.push(name, ...indexes.map((meta) => meta.name))
    return { put: [], removed: gone }
  })
  for (const name of gone) engine.meter.forget(instance, name)
  if (gone.length > 1) await engine.indexes.reconcile()
  return {}
}
