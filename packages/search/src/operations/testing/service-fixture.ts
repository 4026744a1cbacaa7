import { type OpenEngine, type Table, createTable, putRow } from '@rowhouse/engine'
import { createTableRequest, openMemoryEngine, tableOptions } from '@rowhouse/engine/testing'
import type { ManualClock } from '@rowhouse/platform/testing'
import {
  type CreateSearchIndexRequest,
  type FieldSchema,
  type IndexSchema,
  type SearchQuery,
  type SearchRequest,
  type TableOptions,
  TrackTotalCount,
  encodeRow,
  integerVariant,
  plainCell,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { asked } from '@rowhouse/search-engine/testing'
import { createSearchIndex } from '../create-search-index.js'
import { openSearchService } from '../open-search-service.js'
import type { SearchService } from '../search-service.js'
import { FakeIndexing, storedKeys } from './fake-indexing.js'

export const INSTANCE = 'inst'
export const TABLE = 'orders'

export interface ServiceFixture {
  readonly service: SearchService
  readonly engine: OpenEngine
  readonly clock: ManualClock
  readonly fake: FakeIndexing
  /** How often the search engine was started. */
  readonly starts: () => number
  readonly table: () => Table
}

/** A service over a table with the key column `pk`, with a fake search engine. */
export async function openFixture(options: Partial<TableOptions> = {}): Promise<ServiceFixture> {
  const { engine, clock } = await openMemoryEngine()
  const fake = new FakeIndexing()
  let starts = 0
  const service = openSearchService(engine, async () => {
    starts++
    return fake
  })
  const request = createTableRequest(TABLE, {
    tableOptions: tableOptions({ timeToLive: -1, maxVersions: 1, ...options }),
  })
  await createTable(engine, INSTANCE, request)
  const table = (): Table => {
    const found = engine.catalog.find(INSTANCE, TABLE)
    if (found === undefined) throw new Error('the table is gone')
    return found
  }
  return { service, engine, clock, fake, starts: () => starts, table }
}

export const field = (fieldName: string, given: Partial<FieldSchema> = {}): FieldSchema =>
  plainField(fieldName, 'LONG', given)

export const schemaOf = (...fieldSchemas: readonly FieldSchema[]): IndexSchema => ({
  fieldSchemas,
  indexSetting: undefined,
  indexSort: undefined,
})

export const createRequest = (
  indexName: string,
  given: Partial<CreateSearchIndexRequest> = {},
): CreateSearchIndexRequest => ({
  tableName: TABLE,
  indexName,
  schema: schemaOf(field('a')),
  sourceIndexName: undefined,
  timeToLive: undefined,
  ...given,
})

/** Puts rows of one column `a` and makes the index find them all. */
export async function fill(
  { service, engine, fake, table }: ServiceFixture,
  index: string,
  rows: readonly string[],
): Promise<void> {
  for (const [number, pk] of rows.entries()) {
    await putRow(engine, INSTANCE, {
      tableName: TABLE,
      row: encodeRow({
        primaryKey: [plainCell('pk', stringVariant(pk))],
        cells: [
          plainCell('a', integerVariant(BigInt(number))),
          plainCell('b', stringVariant(`text ${pk}`)),
        ],
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  const found = table().description.searchIndexes.find(({ name }) => name === index)
  if (found === undefined) await createSearchIndex(service, INSTANCE, createRequest(index))
  const { number } = table().description.searchIndexes.find(({ name }) => name === index) ?? {
    number: 0,
  }
  fake.of(table(), number).keys = await storedKeys(engine, table())
}

export const searchRequest = (
  indexName: string,
  query: Partial<SearchQuery> = {},
  given: Partial<SearchRequest> = {},
): SearchRequest => ({
  tableName: TABLE,
  indexName,
  columnsToGet: { returnType: 'NONE', columnNames: [] },
  searchQuery: asked(
    { kind: 'matchAll' },
    { limit: undefined, trackTotalCount: TrackTotalCount.OFF, ...query },
  ),
  routingValues: [],
  timeoutMs: undefined,
  ...given,
})
