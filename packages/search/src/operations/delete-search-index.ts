import type { SearchIndexDescription, TableDescription } from '@rowhouse/engine'
import {
  type DeleteSearchIndexReply,
  type DeleteSearchIndexRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import { indexOf } from './indexes/find-search-index.js'
import { hiddenOf } from './indexes/hidden-index.js'
import type { SearchService } from './search-service.js'

/** Deletes an index, which is gone when this resolves. Its reindex, if any, becomes an ordinary index. */
export async function deleteSearchIndex(
  service: SearchService,
  instance: string,
  { tableName, indexName }: DeleteSearchIndexRequest,
): Promise<DeleteSearchIndexReply> {
  checkTableName(tableName)
  let removed: { readonly table: number; readonly indexes: readonly number[] } | undefined
  await service.engine.catalog.change(instance, tableName, (current) => {
    if (current === undefined) throw errors.searchTableNotExist(tableName)
    const { description } = current
    const index = indexOf(current, indexName)
    if (index === undefined) throw errors.searchIndexNotExist(indexName)
    const gone = [index, hiddenOf(description, index)].filter((each) => each !== undefined)
    removed = { table: description.id, indexes: gone.map(({ number }) => number) }
    return without(description, index, gone)
  })
  if (removed === undefined) return {}
  const { keeper } = await service.indexing()
  for (const index of removed.indexes) {
    service.figures.forget(removed.table, index)
    await keeper.indexRemoved(removed.table, index)
  }
  return {}
}

function without(
  table: TableDescription,
  deleted: SearchIndexDescription,
  gone: readonly SearchIndexDescription[],
): TableDescription {
  const left = table.searchIndexes.filter((index) => !gone.includes(index))
  return {
    ...table,
    searchIndexes: left.map((index) => {
      const isBrother = index.source === deleted.name || deleted.source === index.name
      return isBrother ? { ...index, source: undefined, flowWeights: [] } : index
    }),
  }
}
