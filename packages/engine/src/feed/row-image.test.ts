import { integerVariant, stringVariant } from '@rowhouse/protocol'
import { describe, expect, test } from 'vitest'
import { WorkTurns } from '@rowhouse/platform'
import { manualClock } from '@rowhouse/platform/testing'
import { engineLimits } from '../limits.js'
import { createTable } from '../tables/create-table.js'
import type { Table } from '../tables/table-description.js'
import { createTableRequest, keyColumn, openMemoryEngine, tableOptions } from '../testing/index.js'
import { cellOf, rowKeyOf, storeRow } from '../testing/stored-rows.js'
import { type ImageSource, imagesOfCommits, imagesOfSlice } from './read-images.js'
import { ImageObjects, type ImageScope, type RowImage, RowImager } from './row-image.js'

const ALL: ImageScope = { columns: undefined, timeToLive: -1 }

const opened = async (timeToLive = -1) => {
  const { engine, store } = await openMemoryEngine()
  const request = createTableRequest('t', {
    tableOptions: tableOptions({ timeToLive, maxVersions: 2 }),
    meta: { primaryKey: [keyColumn('pk'), keyColumn('number', 'INTEGER')] },
  })
  await createTable(engine, 'demo', request)
  const table = engine.catalog.find('demo', 't')
  if (table === undefined) throw new Error('the table was made')
  const source = (scope: ImageScope): ImageSource => ({
    store,
    table: table.description.id,
    imager: new RowImager(table, scope, new ImageObjects()),
    turns: new WorkTurns(manualClock(), 1),
  })
  return {
    engine,
    store,
    table,
    /** The images of every commit, in the order of the feed. */
    fed: async (scope = ALL): Promise<readonly RowImage[]> => {
      const commits = []
      for await (const change of store.changes(0)) commits.push(...change.commits)
      const own = commits.filter((commit) => commit.table === table.description.id)
      return (await imagesOfCommits(source(scope), own)).images
    },
    scanned: (after?: Buffer, scope = ALL) => imagesOfSlice(source(scope), after),
  }
}

const remove = (store: ImageSource['store'], { description }: Table, key: Buffer) =>
  store.commit({
    table: description.id,
    partition: key.subarray(1),
    expectedHead: undefined,
    token: undefined,
    mutations: [{ key, value: undefined }],
    record: undefined,
  })

const KEY = rowKeyOf('a', 7n)
const KEY_COLUMNS = [
  { name: 'pk', value: stringVariant('a') },
  { name: 'number', value: integerVariant(7n) },
]

describe('the image of a row', () => {
  test('has the key, and of each column the newest version', async () => {
    const { engine, table, fed, scanned } = await opened()
    const cells = [cellOf('b', 5n, stringVariant('x')), cellOf('a', 1n), cellOf('a', 3n)]
    await storeRow(engine, table, KEY, cells, 4n)
    const columns = [
      ...KEY_COLUMNS,
      { name: 'a', value: integerVariant(3n) },
      { name: 'b', value: stringVariant('x') },
    ]
    expect(await fed()).toEqual([{ key: KEY, columns, expiresAt: undefined }])
    expect((await scanned()).images).toEqual(await fed())
  })

  test('has only the wanted columns', async () => {
    const { engine, table, fed } = await opened()
    await storeRow(engine, table, KEY, [cellOf('a', 1n), cellOf('b', 2n), cellOf('c', 3n)], 4n)
    const named = async (...names: string[]) =>
      (await fed({ columns: new Set(names), timeToLive: -1 }))[0]?.columns?.map(({ name }) => name)
    expect(await named('b', 'pk', 'none')).toEqual(['pk', 'b'])
    expect(await named('c', 'number')).toEqual(['number', 'c'])
    expect(await named()).toEqual([])
  })

  test('has the time when the row expires, by the shorter of two times to live', async () => {
    const { engine, table, fed, scanned } = await opened(86_400)
    await storeRow(engine, table, KEY, [cellOf('a', 1000n), cellOf('b', 9000n)], 4n)
    await storeRow(engine, table, rowKeyOf('empty', 1n), [], 7000n)
    const ends = async (timeToLive: number) =>
      (await fed({ columns: new Set('a'), timeToLive })).map(({ expiresAt }) => expiresAt)
    expect(await ends(-1)).toEqual([86_409_000, 86_407_000])
    expect(await ends(90_000)).toEqual([86_409_000, 86_407_000])
    expect(await ends(100)).toEqual([109_000, 107_000])
    expect((await scanned()).images.map(({ expiresAt }) => expiresAt)).toEqual(await ends(-1))
  })

  test('expires by the time to live of the index alone when the table has none', async () => {
    const { engine, table, fed } = await opened()
    const recent = 1_700_000_000_123n
    await storeRow(engine, table, KEY, [cellOf('a', recent)], 4n)
    const [image] = await fed({ columns: undefined, timeToLive: 86_400 })
    expect(image?.expiresAt).toBe(Number(recent) + 86_400_000)
  })

  test('that was deleted is empty', async () => {
    const { store, table, fed } = await opened()
    await remove(store, table, KEY)
    expect(await fed()).toEqual([{ key: KEY, columns: undefined, expiresAt: undefined }])
  })

  test('has all columns of a row that is stored in chunks, once, as it is now', async () => {
    const { engine, store, table, fed, scanned } = await opened(86_400)
    const large = stringVariant('x'.repeat(60_000))
    const write = (...names: string[]) =>
      storeRow(
        engine,
        table,
        KEY,
        names.map((name) => cellOf(name, 1n, large)),
        1n,
      )
    await write('a', 'b', 'c')
    await write('a', 'b', 'c', 'd')
    const [image, ...others] = await fed()
    expect(others).toEqual([])
    expect(image?.columns?.map(({ name }) => name)).toEqual(['pk', 'number', 'a', 'b', 'c', 'd'])
    expect(image?.columns?.[4]?.value).toEqual(large)
    expect(image?.expiresAt).toBe(86_400_001)
    expect((await scanned()).images).toEqual([image])
    await remove(store, table, KEY)
    expect((await fed()).at(-1)?.columns).toBeUndefined()
  })
})

describe('a slice of a table', () => {
  test('has every row once, for any number and size of rows', async () => {
    const { engine, table, scanned } = await opened()
    const keys: Buffer[] = []
    for (let row = 0; row < engineLimits.FEED_SLICE_ROWS + 100; row++) {
      const key = rowKeyOf(`k${String(row).padStart(5, '0')}`, 1n)
      keys.push(key)
      const weight = row % 100 === 0 ? 50_000 : 10
      await storeRow(engine, table, key, [cellOf('a', 1n, stringVariant('x'.repeat(weight)))], 1n)
    }
    const seen: Buffer[] = []
    let slices = 0
    for (let slice = await scanned(); slice.last !== undefined; slice = await scanned(slice.last)) {
      slices++
      seen.push(...slice.images.map(({ key }) => key))
      expect(slice.last).toEqual(seen.at(-1))
    }
    expect(seen).toEqual(keys)
    expect(slices).toBeGreaterThan(2)
  })

  test('leaves out and counts rows whose bytes are damaged', async () => {
    const { engine, store, table, scanned } = await opened()
    for (const name of ['a', 'b', 'c']) {
      await storeRow(engine, table, rowKeyOf(name, 1n), [cellOf('a', 1n)], 1n)
    }
    const key = rowKeyOf('b', 1n)
    const read = { table: table.description.id, partition: key.subarray(1), keys: [key] }
    const { values } = await store.read({ ...read, pending: false })
    const damaged = Buffer.from(values[0] ?? '')
    damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1)
    const mutations = [{ key, value: damaged }]
    const { table: id, partition } = read
    const none = { expectedHead: undefined, token: undefined, record: undefined }
    await store.commit({ table: id, partition, mutations, ...none })
    const { images, damagedRows } = await scanned()
    expect(images.map((image) => image.key)).toEqual([rowKeyOf('a', 1n), rowKeyOf('c', 1n)])
    expect(damagedRows).toBe(1)
  })
})
