import {
  type DropIndexReply,
  type DropIndexRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { TableParts } from '../tables/table-parts.js'

/** Drops an index, which is gone when this resolves; its rows are removed in the background. */
export const dropIndex = async (
  engine: TableParts,
  instance: string,
  { mainTableName, indexName }: DropIndexRequest,
): Promise<DropIndexReply> => {
  checkTableName(mainTableName)
  checkTableName(indexName)
  engine.tableOperations.admit(instance)
  await engine.catalog.changeTogether(instance, () => {
    const main = engine.catalog.find(instance, mainTableName)
    if (main === undefined) throw errors.objectNotExist()
    const { description } = main
    const indexes = description.indexes.filter(({ name }) => name !== indexName)
    if (indexes.length === description.indexes.length) throw errors.objectNotExist()
    return { put: [{ ...description, indexes }], removed: [indexName] }
  })
  engine.meter.forget(instance, indexName)
  await engine.indexes.reconcile()
  return {}
}
