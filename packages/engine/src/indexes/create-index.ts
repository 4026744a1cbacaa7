import {
  type CreateIndexReply,
  type CreateIndexRequest,
  checkTableName,
  errors,
  limits,
} from '@rowhouse/protocol'
import type { TableParts } from '../tables/table-parts.js'
import {
  checkIndexMetas,
  checkIndexedOptions,
  describeIndex,
} from '../tables/index-descriptions.js'

/**
 * Creates an index of a table. When this resolves, the index follows the table and has all rows of a small
 * one; a large table is built in the background.
 */
export const createIndex = async (
  engine: TableParts,
  instance: string,
  request: CreateIndexRequest,
): Promise<CreateIndexReply> => {
  const { mainTableName, indexMeta: meta, includeBaseData } = request
  checkTableName(mainTableName)
  engine.tableOperations.admit(instance)
  checkIndexMetas([meta])
  const from = engine.store.visibleEnd
  await engine.catalog.changeTogether(instance, (nextTableId) => {
    const main = engine.catalog.find(instance, mainTableName)
    if (main === undefined) throw errors.objectNotExist()
    const { description } = main
    if (description.index !== undefined) throw errors.changeOfIndex(mainTableName)
    const indexes = [...description.indexes, meta]
    checkIndexMetas([meta], description.indexes.length)
    checkIndexedOptions(description.options, indexes)
    if (engine.catalog.find(instance, meta.name) !== undefined) throw errors.objectAlreadyExist()
    if (engine.catalog.list(instance).length >= limits.TABLES_PER_INSTANCE_MAX) {
      throw errors.tooManyTables(limits.TABLES_PER_INSTANCE_MAX)
    }
    const now = engine.clock.now()
    const index = describeIndex(description, meta, nextTableId, includeBaseData, now)
    return { put: [{ ...description, indexes }, index], removed: [] }
  })
  const index = engine.catalog.find(instance, meta.name)
  if (index !== undefined) await engine.indexes.added(index, { from, build: includeBaseData })
  return {}
}
