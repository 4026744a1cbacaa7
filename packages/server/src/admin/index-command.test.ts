import { createTable, type OpenEngine, putRow, SecondaryIndexNotKeptError } from '@rowhouse/engine'
import { createMemoryFiles, type Files, systemClock } from '@rowhouse/platform'
import { openEmbeddedSearchEngine } from '@rowhouse/search-engine'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import {
  encodeIndexSchema,
  encodeRow,
  integerVariant,
  plainCell,
  plainField,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { type SearchHost, createSearchHost } from '../search-host.js'
import { openIndexInTheMaking } from '../testing/index-in-the-making.js'
import { noSearch } from '../testing/no-search.js'
import { runIndexCommand } from './index-command.js'

const index = {
  name: 'by_city',
  primaryKey: ['city'],
  definedColumns: [],
  updateMode: 'ASYNC',
  type: 'GLOBAL',
  syncPhase: undefined,
} as const

test('an index that is being created is listed', async () => {
  const { engine, finish } = await openIndexInTheMaking()
  const states = async () => {
    const { indexes = [] } = await runIndexCommand(engine, noSearch, { action: 'index-list' })
    return indexes.map(({ index: name, state }) => `${name} ${state}`)
  }
  expect(await states()).toEqual(['first building', 'second opening'])
  await finish()
  expect((await states()).map((text) => text.split(' ')[0])).toEqual(['first', 'second'])
  await engine.close()
})

test('secondary indexes are listed, verified and rebuilt', async () => {
  const { engine, store } = await openMemoryEngine()
  const definedColumns = [{ name: 'city', type: 'STRING' as const }]
  const meta = { definedColumns }
  await createTable(engine, 'inst', createTableRequest('people', { meta, indexMetas: [index] }))
  for (const [pk, city] of [
    ['a', 'Rome'],
    ['b', 'Bern'],
  ] as const) {
    await putRow(engine, 'inst', {
      tableName: 'people',
      row: encodeRow({
        primaryKey: [plainCell('pk', stringVariant(pk))],
        cells: [plainCell('city', stringVariant(city)), plainCell('n', integerVariant(1n))],
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  const place = { instance: 'inst', table: 'people', index: 'by_city' }
  const run = (action: 'index-verify' | 'index-rebuild' | 'index-catch-up') =>
    runIndexCommand(engine, noSearch, { action, ...place })
  const none = { count: 0, keys: [] }
  const clean = { verification: { matchingRows: 2, missing: none, different: none, surplus: none } }
  expect(await run('index-verify')).toEqual(clean)

  const table = engine.catalog.find('inst', 'by_city')
  if (table === undefined) throw new Error('no index')
  const { id } = table.description
  const scan = store.scan({
    table: id,
    start: Buffer.of(1),
    end: Buffer.of(2),
    reverse: false,
    expectedEntries: 9,
  })
  const [first, second] = await scan.next()
  await scan.close()
  if (first === undefined || second === undefined) throw new Error('no rows')
  const damage = { table: id, partition: Buffer.of(0), expectedHead: undefined, token: undefined }
  const surplus = Buffer.from(first.key)
  surplus[2] = 'C'.charCodeAt(0)
  const mutations = [
    { key: first.key, value: undefined },
    { key: second.key, value: first.value.subarray(0, 3) },
    { key: surplus, value: first.value },
  ]
  await store.commit({ ...damage, mutations, record: undefined })
  const { verification } = await run('index-verify')
  expect(verification).toEqual({
    matchingRows: 0,
    missing: { count: 1, keys: ['pk="b"'] },
    different: { count: 1, keys: ['pk="a"'] },
    surplus: { count: 1, keys: ['city="Cern" pk="b"'] },
  })

  expect(await run('index-rebuild')).toEqual({})
  expect(await run('index-catch-up')).toEqual({})
  expect(await run('index-verify')).toEqual(clean)
  const { indexes } = await runIndexCommand(engine, noSearch, { action: 'index-list' })
  expect(indexes).toMatchObject([{ ...place, kind: 'global', state: 'following', problem: '' }])
  await expect(
    runIndexCommand(engine, noSearch, { action: 'index-verify', ...place, index: 'none' }),
  ).rejects.toThrow("table 'people' has no index 'none'")
  await engine.close()
})

const PEOPLE = { instance: 'inst', table: 'people' }

const setSearchIndexes = (engine: OpenEngine, names: readonly string[]): Promise<void> =>
  engine.catalog.change('inst', 'people', (current) => {
    if (current === undefined) throw new Error('no table')
    const schema = encodeIndexSchema({
      fieldSchemas: [plainField('city', 'KEYWORD')],
      indexSetting: undefined,
      indexSort: undefined,
    })
    const searchIndexes = names.map((name, number) => ({
      number,
      name,
      schema,
      timeToLive: -1,
      source: undefined,
      flowWeights: [],
      createdAt: 0,
    }))
    return { ...current.description, searchIndexes, nextSearchIndex: names.length }
  })

/**
 * Indexes in memory from the first request about one on, with a hook that runs before any of them opens.
 */
const searchAfter = (
  engine: OpenEngine,
  before: () => Promise<void>,
  files: Files = createMemoryFiles(),
): SearchHost =>
  createSearchHost({
    engine,
    start: async ({ createIndexKeeper }) => {
      await before()
      const options = { directory: '/search', files, clock: systemClock, threads: 0 }
      const search = openEmbeddedSearchEngine({ ...options, memoryBytes: 1e6 })
      const keeper = await createIndexKeeper({ engine, search, clock: systemClock })
      const close = async (): Promise<void> => {
        await keeper.close()
        await search.close()
      }
      return { search, keeper, close }
    },
    onError: () => {},
  })

test.each(['index-catch-up', 'index-verify'] as const)(
  '%s is refused of a search index that is dropped meanwhile, or in trouble',
  async (action) => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'inst', createTableRequest('people'))
    const files = { ...createMemoryFiles(), list: () => Promise.reject(new Error('no disk')) }
    const dropping = searchAfter(engine, () => setSearchIndexes(engine, []))
    const failing = searchAfter(engine, () => Promise.resolve(), files)
    const asked = { action, ...PEOPLE, index: 'by_city' }
    await setSearchIndexes(engine, ['by_city'])
    await expect(runIndexCommand(engine, failing, asked)).rejects.toThrow(
      new InstanceRefusal('the search index is not up to date: Error: no disk'),
    )
    await expect(runIndexCommand(engine, dropping, asked)).rejects.toThrow(
      new InstanceRefusal("index 'by_city' of table 'people' was dropped or replaced meanwhile"),
    )
    await dropping.close()
    await failing.close()
    await engine.close()
  },
)

test('a secondary index that cannot catch up is not an internal error', async () => {
  const { engine } = await openMemoryEngine()
  const definedColumns = [{ name: 'city', type: 'STRING' as const }]
  const meta = { definedColumns }
  await createTable(engine, 'inst', createTableRequest('people', { meta, indexMetas: [index] }))
  const caughtUp = (): Promise<void> => Promise.reject(new SecondaryIndexNotKeptError('no disk'))
  const failing = { ...engine, indexes: { ...engine.indexes, caughtUp } }
  const asked = { action: 'index-catch-up', ...PEOPLE, index: 'by_city' } as const
  await expect(runIndexCommand(failing, noSearch, asked)).rejects.toThrow(
    new InstanceRefusal('the index is not up to date: no disk'),
  )
  await engine.close()
})
