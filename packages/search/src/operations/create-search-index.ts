import {
  type SearchIndexDescription,
  type TableDescription,
  searchIndexObstacle,
} from '@rowhouse/engine'
import {
  type CreateSearchIndexReply,
  type CreateSearchIndexRequest,
  type IndexSchema,
  checkTableName,
  encodeIndexSchema,
  errors,
  limits,
} from '@rowhouse/protocol'
import { indexId } from '../keeping/index-keeper.js'
import { compileIndexLayout } from '@rowhouse/search-engine'
import { checkIndexCount } from './indexes/check-index-count.js'
import { countBuilds } from './indexes/count-builds.js'
import { checkIndexTimeToLive } from './indexes/index-time-to-live.js'
import type { SearchService } from './search-service.js'
import { withTrimmedNames } from './indexes/trim-names.js'

const REINDEX_SUFFIX = '_reindex'
const FOR_EVER = -1

/**
 * Creates an index, which can be searched when this resolves; existing rows of the table are added in the
 * background.
 */
export async function createSearchIndex(
  service: SearchService,
  instance: string,
  request: CreateSearchIndexRequest,
): Promise<CreateSearchIndexReply> {
  const { tableName, indexName, schema } = request
  checkTableName(tableName)
  checkTableName(indexName)
  if (schema === undefined) throw errors.mustNotBeNull('index_schema')
  const named = withTrimmedNames(schema)
  const { engine } = service
  if (engine.catalog.find(instance, tableName) === undefined) {
    throw errors.searchTableNotExist(tableName)
  }
  if ((await countBuilds(service, instance)) >= limits.SEARCH_INDEXES_IN_CREATION_MAX) {
    throw errors.tooManyIndexesInCreation(limits.SEARCH_INDEXES_IN_CREATION_MAX)
  }
  let added: { readonly table: number; readonly index: number } | undefined
  await engine.catalog.change(instance, tableName, (current) => {
    if (current === undefined) throw errors.searchTableNotExist(tableName)
    const { description } = current
    const index = describeIndex(description, request, named, engine.clock.now())
    added = { table: description.id, index: index.number }
    return {
      ...description,
      searchIndexes: [...description.searchIndexes, index],
      nextSearchIndex: index.number + 1,
    }
  })
  if (added !== undefined) await open(service, added.table, added.index)
  return {}
}

async function open(service: SearchService, table: number, index: number): Promise<void> {
  const opened = service.indexing().then(({ keeper }) => keeper.indexAdded(table, index))
  await service.arrivals.announce(indexId(table, index), opened)
}

function describeIndex(
  table: TableDescription,
  request: CreateSearchIndexRequest,
  schema: IndexSchema,
  createdAt: number,
): SearchIndexDescription {
  const { indexName, timeToLive = FOR_EVER } = request
  if (table.searchIndexes.some(({ name }) => name === indexName)) {
    throw errors.searchIndexAlreadyExist(indexName)
  }
  checkIndexCount(table)
  const source = sourceOf(table, request)
  checkIndexTimeToLive(timeToLive)
  const obstacle = searchIndexObstacle(table.options, [{ name: indexName, timeToLive }])
  if (obstacle !== undefined) throw obstacle
  compileIndexLayout(schema, table.primaryKey)
  return {
    number: table.nextSearchIndex,
    name: indexName,
    schema: encodeIndexSchema(schema),
    timeToLive,
    source,
    flowWeights: [],
    createdAt,
  }
}

/**
 * The index that the new one is to replace, as in the Go SDK's reindex test. An index can have one reindex
 * at a time.
 */
function sourceOf(
  { searchIndexes }: TableDescription,
  { indexName, sourceIndexName }: CreateSearchIndexRequest,
): string | undefined {
  if (sourceIndexName === undefined || sourceIndexName === '') return undefined
  const source = searchIndexes.find(({ name }) => name === sourceIndexName)
  if (source === undefined) throw errors.searchIndexNotExist(sourceIndexName)
  if (!indexName.endsWith(REINDEX_SUFFIX)) throw errors.reindexName(indexName)
  const isTaken = searchIndexes.some((index) => index.source === sourceIndexName)
  if (isTaken || source.source !== undefined) throw errors.hasReindex(sourceIndexName)
  return sourceIndexName
}
