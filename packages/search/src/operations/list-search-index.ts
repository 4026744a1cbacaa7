import {
  type ListSearchIndexReply,
  type ListSearchIndexRequest,
  checkTableName,
} from '@rowhouse/protocol'
import { findTable } from './indexes/find-search-index.js'
import { visibleIndexes } from './indexes/hidden-index.js'
import type { SearchService } from './search-service.js'

/** Lists the indexes of one table, or of all: the Go SDK sends an empty name for all. */
export async function listSearchIndex(
  service: SearchService,
  instance: string,
  { tableName }: ListSearchIndexRequest,
): Promise<ListSearchIndexReply> {
  const isAllTables = tableName === undefined || tableName === ''
  if (!isAllTables) checkTableName(tableName)
  const tables = isAllTables
    ? service.engine.catalog.list(instance)
    : [findTable(service, instance, tableName)]
  const indices = tables.flatMap(({ description }) =>
    visibleIndexes(description).map(({ name }) => ({
      tableName: description.name,
      indexName: name,
    })),
  )
  return { indices }
}
