import {
  type SearchColumnsToGet,
  computeSplits,
  createSearchIndex,
  deleteSearchIndex,
  describeSearchIndex,
  listSearchIndex,
  parallelScan,
  search,
  updateSearchIndex,
} from '@rowhouse/protocol'
import type { Choices } from '../random.js'
import { aggregationsOf, groupBysOf } from './aggregations.js'
import { queryOf, sortOf } from './queries.js'
import { SEARCHED, anySchema, field } from './search-index.js'
import type { Seed } from './seed.js'

const columnsToGet = (random: Choices): SearchColumnsToGet => ({
  returnType: random.pick(['ALL', 'SPECIFIED', 'NONE', 'ALL_FROM_INDEX'] as const),
  columnNames: ['c0', 'c2'],
})

const highlight = {
  encoder: 'PLAIN',
  parameters: [
    {
      fieldName: 'c2',
      numberOfFragments: 2,
      fragmentSize: 20,
      preTag: '<b>',
      postTag: '</b>',
      fragmentsOrder: 'TEXT_SEQUENCE',
    },
  ],
} as const

const searchSeed: Seed = (random) =>
  search.encodeRequest({
    ...SEARCHED,
    columnsToGet: columnsToGet(random),
    routingValues: [],
    timeoutMs: random.once(8) ? 1 + random.below(5000) : undefined,
    searchQuery: {
      offset: random.once(4) ? random.below(30) : 0,
      limit: random.below(20),
      query: queryOf(random),
      collapse: random.once(12) ? 'c0' : undefined,
      sort: random.once(3) ? sortOf(random) : undefined,
      trackTotalCount: random.pick([-1, 10, 2_147_483_647]),
      token: undefined,
      aggregations: random.once(4) ? aggregationsOf(random) : [],
      groupBys: random.once(4) ? groupBysOf(random) : [],
      highlight: random.once(6) ? highlight : undefined,
      filter: random.once(8) ? { kind: 'exists', fieldName: 'c1' } : undefined,
    },
  })

const scanSeed: Seed = (random) =>
  parallelScan.encodeRequest({
    ...SEARCHED,
    columnsToGet: { returnType: random.pick(['NONE', 'ALL_FROM_INDEX']), columnNames: [] },
    sessionId: undefined,
    timeoutMs: undefined,
    scanQuery: {
      query: random.once(2) ? { kind: 'matchAll' } : queryOf(random),
      limit: 1 + random.below(50),
      aliveTime: 1 + random.below(60),
      token: undefined,
      currentParallelId: 0,
      maxParallel: 1,
    },
  })

/** The name of an index that is created and dropped, besides the one that is searched. */
const passingIndex = (random: Choices) => ({
  tableName: SEARCHED.tableName,
  indexName: `passing${random.below(3)}`,
})

const createSeed: Seed = (random) =>
  createSearchIndex.encodeRequest({
    ...passingIndex(random),
    schema: anySchema(random),
    sourceIndexName: undefined,
    timeToLive: random.once(8) ? 86_400 * 10 : undefined,
  })

const updateSeed: Seed = (random) => {
  const isAddition = random.once(2)
  return updateSearchIndex.encodeRequest({
    ...passingIndex(random),
    switchIndexName: undefined,
    queryFlowWeight: [],
    timeToLive: isAddition ? undefined : random.pick([-1, 86_400]),
    addedFieldSchemas: isAddition ? [field(`d${random.below(20)}`, 'KEYWORD')] : [],
  })
}

export const searchSeeds: Readonly<Record<string, Seed>> = {
  Search: searchSeed,
  ParallelScan: scanSeed,
  ComputeSplits: () => computeSplits.encodeRequest(SEARCHED),
}

export const searchIndexSeeds: Readonly<Record<string, Seed>> = {
  CreateSearchIndex: createSeed,
  UpdateSearchIndex: updateSeed,
  DeleteSearchIndex: (random) => deleteSearchIndex.encodeRequest(passingIndex(random)),
  DescribeSearchIndex: (random) =>
    describeSearchIndex.encodeRequest({ ...SEARCHED, includeSyncStat: random.once(2) }),
  ListSearchIndex: (random) =>
    listSearchIndex.encodeRequest({ tableName: random.once(4) ? undefined : SEARCHED.tableName }),
}
