import type { SearchIndexDescription, TableDescription } from '@rowhouse/engine'
import {
  type DeleteSearchIndexReply,
  type DeleteSearchIndexRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import type { SearchService } from './search-service.js'

/** The index is gone when this resolves. A reindex of it that is left is an ordinary index from then on. */
export async function deleteSearchIndex(
  service: SearchService,
  instance: string,
  { tableName, indexName }: DeleteSearchIndexRequest,
): Promise<DeleteSearchIndexReply> {
  checkTableName(tableName)
  let removed: { readonly table: number; readonly index: number } | undefined
  await service.engine.catalog.change(instance, tableName, (current) => {
    if (current === undefined) throw errors.searchTableNotExist(tableName)
    const { description } = current
    const index = description.searchIndexes.find(({ name }) => name === indexName)
    if (index === undefined) throw errors.searchIndexNotExist(indexName)
    removed = { table: description.id, index: index.number }
    return without(description, index)
  })
  if (removed === undefined) return {}
  const { table, index } = removed
  service.figures.forget(table, index)
  const { keeper } = await service.indexing()
  await keeper.indexRemoved(table, index)
  return {}
}

function without(table: TableDescription, gone: SearchIndexDescription): TableDescription {
  const left = table.searchIndexes.filter((index) => index !== gone)
  return {
    ...table,
    searchIndexes: left.map((index) => {
      const isBrother = index.source === gone.name || gone.source === index.name
      return isBrother ? { ...index, source: undefined, flowWeights: [] } : index
    }),
  }
}
