import type { SearchIndexDescription, Table } from '@rowhouse/engine'
import {
  type UpdateSearchIndexReply,
  type UpdateSearchIndexRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import { changeFlowWeights } from './change-flow-weights.js'
import { changeTimeToLive } from './change-time-to-live.js'
import { findTable, indexOf } from './find-search-index.js'
import type { SearchService } from './search-service.js'
import { checkSynced, switchIndexes } from './switch-indexes.js'

/** Each part of the request changes what it is about; all of it is one change of the catalogue. */
export async function updateSearchIndex(
  service: SearchService,
  instance: string,
  given: UpdateSearchIndexRequest,
): Promise<UpdateSearchIndexReply> {
  // Some clients send an empty name for none.
  const request = given.switchIndexName === '' ? { ...given, switchIndexName: undefined } : given
  const { tableName, indexName, switchIndexName } = request
  checkTableName(tableName)
  checkChanges(request)
  const table = findTable(service, instance, tableName)
  if (indexOf(table, indexName) === undefined) throw errors.searchIndexNotExist(indexName)
  if (switchIndexName !== undefined) await checkSynced(service, table, indexName, switchIndexName)
  await service.engine.catalog.change(instance, tableName, (current) => {
    if (current === undefined) throw errors.searchTableNotExist(tableName)
    return { ...current.description, searchIndexes: changed(current, request) }
  })
  if (request.timeToLive !== undefined) await tellKeeper(service, table, indexName)
  return {}
}

function checkChanges(request: UpdateSearchIndexRequest): void {
  const { switchIndexName, queryFlowWeight, timeToLive, addedFieldSchemas } = request
  // Added so, fields would be empty for the rows that are there: a reindex fills them.
  if (addedFieldSchemas.length > 0) {
    throw errors.invalidSearchParameter('added_field_schemas', 'please create a reindex')
  }
  if (switchIndexName === undefined && queryFlowWeight.length === 0 && timeToLive === undefined) {
    throw errors.noSearchIndexChange()
  }
}

function changed(
  table: Table,
  { indexName, switchIndexName, queryFlowWeight, timeToLive }: UpdateSearchIndexRequest,
): readonly SearchIndexDescription[] {
  if (indexOf(table, indexName) === undefined) throw errors.searchIndexNotExist(indexName)
  let indexes = table.description.searchIndexes
  if (timeToLive !== undefined) {
    indexes = changeTimeToLive(indexes, indexName, timeToLive, table.description.options)
  }
  if (queryFlowWeight.length > 0) indexes = changeFlowWeights(indexes, indexName, queryFlowWeight)
  if (switchIndexName !== undefined) indexes = switchIndexes(indexes, indexName, switchIndexName)
  return indexes
}

async function tellKeeper(service: SearchService, table: Table, indexName: string): Promise<void> {
  const index = indexOf(table, indexName)
  if (index === undefined) return
  const { keeper } = await service.indexing()
  await keeper.indexChanged(table.description.id, index.number)
}
