import type { SearchIndexDescription, Table } from '@rowhouse/engine'
import {
  type UpdateSearchIndexReply,
  type UpdateSearchIndexRequest,
  checkTableName,
  errors,
} from '@rowhouse/protocol'
import { withAddedFields } from './indexes/add-fields.js'
import { changeFlowWeights } from './indexes/change-flow-weights.js'
import { changeTimeToLive } from './indexes/change-time-to-live.js'
import { findTable, indexOf } from './indexes/find-search-index.js'
import type { SearchService } from './search-service.js'
import { checkSynced, switchIndexes } from './indexes/switch-indexes.js'

/** Each part of the request changes its own setting; all are one change of the catalogue. */
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
  const added = await store(service, instance, request)
  if (request.timeToLive !== undefined) await notifyKeeper(service, table, indexName)
  if (added !== undefined) await build(service, table, added)
  return {}
}

/** Stores the changes; returns the number of the index that is built with added fields. */
async function store(
  service: SearchService,
  instance: string,
  request: UpdateSearchIndexRequest,
): Promise<number | undefined> {
  const { tableName, indexName, addedFieldSchemas } = request
  const { catalog } = service.engine
  let added: number | undefined
  await catalog.change(instance, tableName, (current) => {
    if (current === undefined) throw errors.searchTableNotExist(tableName)
    const searchIndexes = changed(current, request)
    const description = { ...current.description, searchIndexes }
    const index = searchIndexes.find(({ name }) => name === indexName)
    if (addedFieldSchemas.length === 0 || index === undefined) return description
    const hidden = withAddedFields(description, index, addedFieldSchemas)
    added = hidden.number
    return {
      ...description,
      searchIndexes: [...searchIndexes, hidden],
      nextSearchIndex: hidden.number + 1,
    }
  })
  return added
}

async function build(service: SearchService, table: Table, index: number): Promise<void> {
  const { keeper } = await service.indexing()
  await keeper.indexAdded(table.description.id, index)
  service.additions.resume(keeper)
}

function checkChanges(request: UpdateSearchIndexRequest): void {
  const { switchIndexName, queryFlowWeight, timeToLive, addedFieldSchemas } = request
  const isChange =
    switchIndexName !== undefined ||
    queryFlowWeight.length > 0 ||
    timeToLive !== undefined ||
    addedFieldSchemas.length > 0
  if (!isChange) throw errors.noSearchIndexChange()
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

async function notifyKeeper(
  service: SearchService,
  table: Table,
  indexName: string,
): Promise<void> {
  const index = indexOf(table, indexName)
  if (index === undefined) return
  const { keeper } = await service.indexing()
  await keeper.indexChanged(table.description.id, index.number)
}
