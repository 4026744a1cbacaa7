import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { partitionsKey } from '../tables/catalog-keys.js'
import { encodeCatalogRecord } from '../tables/catalog-record.js'
import { createTable } from '../tables/create-table.js'
import { openEngine } from '../open-engine.js'
import { openStore } from '../partitions/open-partition-store.js'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { storeKey } from '../partitions/store-key.js'
import { encodeStoredRow } from '../stored-rows/row-codec.js'
import { createColumnNames } from '../stored-rows/column-names.js'
import { encodeLayout } from '../tables/partitions/partition-layout.js'
import { type KeyValueStore, type StoreKind, openStoreFolder } from '@rowhouse/store'
import { createTableRequest } from '../testing/table-requests.js'
import { verifyDataFolder } from './verify-data-folder.js'

let folder: TemporaryFolder
const data = (): string => join(folder.path, 'data')
const verify = () => verifyDataFolder({ files: nodeFiles, clock: systemClock, directory: data() })

const ROW = encodeStoredRow({ stamp: 1n, expiryHour: undefined, cells: [] }, createColumnNames([]))
const key = (row: number): Buffer => Buffer.from([0x01, 0x20, row, 0x00, 0x01])

const open = (storeKind?: StoreKind) =>
  openStore({
    directory: data(),
    files: nodeFiles,
    clock: systemClock,
    memoryBudget: 1_048_576,
    storeKind,
    durability: 'strict',
  })

/** The key-value store of the folder, without its log. */
const openAlone = async (): Promise<KeyValueStore> => {
  const place = { files: nodeFiles, clock: systemClock, directory: join(data(), 'store') }
  return (await openStoreFolder(place)).store
}

const fill = async (kind: StoreKind): Promise<void> => {
  folder = await temporaryFolder()
  const store = await open(kind)
  const engine = await openEngine({ store })
  await createTable(engine, 'inst', createTableRequest('t'))
  const table = engine.catalog.find('inst', 't')?.description.id ?? 0
  for (let row = 0; row < 10; row++) {
    const mutations = [{ key: key(row), value: ROW }]
    const partition = key(row).subarray(1)
    await store.commit({
      table,
      partition,
      mutations,
      expectedHead: undefined,
      token: undefined,
      record: undefined,
    })
  }
  await engine.close()
}
afterEach(() => folder.remove())

describe.each(['lsm', 'rocksdb'] as const)('a folder with a store of kind %s', (kind) => {
  beforeEach(() => fill(kind))

  test('a folder that was closed properly is intact', async () => {
    const found = await verify()
    expect(found).toMatchObject({
      damages: 0,
      named: [],
      store: { rows: 10, tables: 1, orphans: 0 },
    })
    expect(found.log.records).toBeGreaterThanOrEqual(11)
  })

  test('damaged rows are named, and all others are still read', async () => {
    const store = await openAlone()
    const broken = Buffer.from(ROW)
    broken[9] = 0xff
    const chunk = Buffer.from(ROW)
    chunk[0] = 0x13
    await store.apply([
      { kind: 'put', key: storeKey(1, key(3)), value: broken },
      { kind: 'put', key: storeKey(1, key(4)), value: chunk },
      { kind: 'put', key: storeKey(1, Buffer.of(0x77)), value: ROW },
      { kind: 'put', key: storeKey(9, key(1)), value: ROW },
    ])
    await store.flush()
    await store.close()
    const { damages, named, store: content } = await verify()
    expect(content).toMatchObject({ rows: 9, orphans: 1 })
    expect(damages).toBe(3)
    expect(named.map((text) => text.replace(/.*: /, ''))).toEqual([
      'a row that does not match its checksum',
      'a chunk without its row',
      'a key of the unknown space 119',
    ])
  })

  test('the partitions of a table are read like at a start', async () => {
    const layoutOf = (...starts: string[]): Buffer =>
      encodeLayout({
        nextId: starts.length,
        bounds: starts.map((start, id) => ({ id, start: Buffer.from(start) })),
        events: [],
      })
    const put = async (value: Buffer): Promise<void> => {
      const store = await openAlone()
      await store.apply([{ kind: 'put', key: storeKey(0, partitionsKey('inst', 1)), value }])
      await store.flush()
      await store.close()
    }
    await put(layoutOf('', 'a', 'b'))
    expect((await verify()).named).toEqual([])
    await put(layoutOf('', 'b', 'a'))
    expect((await verify()).named).toEqual([
      expect.stringContaining('partitions stand in the order of their keys'),
    ])
    await put(encodeCatalogRecord({ nextId: 3 }))
    expect((await verify()).named).toEqual([expect.stringContaining('partitions')])
  })

  test('a flipped bit of the log is found, below the checkpoint too', async () => {
    const log = join(data(), 'log')
    const segment = join(log, readdirSync(log).find((name) => name.startsWith('segment-')) ?? '')
    const content = readFileSync(segment)
    content[120] = (content[120] ?? 0) ^ 0x10
    writeFileSync(segment, content)
    const { damages, named } = await verify()
    expect(damages).toBe(1)
    expect(named[0]).toContain('commit log')
  })

  test('a store that lost flushed data, and a missing log', async () => {
    rmSync(join(data(), 'store'), { recursive: true })
    expect((await verify()).named[0]).toMatch(/^the store ends at 0, and the log says that \d+ was/)
    rmSync(join(data(), 'log'), { recursive: true })
    expect((await verify()).named[0]).toMatch(/^the commit log in .* has no manifest$/)
  })

  test('a log that is older than the store', async () => {
    const log = join(data(), 'log')
    const store = await openAlone()
    await store.apply([], 1_000_000)
    await store.flush()
    await store.close()
    expect((await verify()).named).toEqual([
      expect.stringMatching(/^the log ends at \d+, and the store has everything up to 1000000$/),
    ])
    rmSync(log, { recursive: true })
    await expect(open()).rejects.toThrow('Put the folder back')
    expect((await verify()).named[0]).toMatch(/has no manifest$/)
  })

  test('a folder with other content is refused and left alone', async () => {
    rmSync(join(data(), 'FORMAT'))
    const before = readdirSync(data())
    await expect(verify()).rejects.toThrow('holds no Rowhouse data')
    expect(readdirSync(data())).toEqual(before)
  })
})

test('a flipped bit of any file of the own store is found', async () => {
  await fill('lsm')
  const store = join(data(), 'store')
  let flipped = 0
  for (const name of readdirSync(store)) {
    const content = readFileSync(join(store, name))
    for (let at = flipped % 7; at < content.length; at += 7) {
      content[at] = (content[at] ?? 0) ^ (1 << (at & 7))
      writeFileSync(join(store, name), content)
      const { named } = await verify()
      expect(named.join(), `${name}, byte ${at}`).toContain(name)
      content[at] = (content[at] ?? 0) ^ (1 << (at & 7))
      flipped++
    }
    writeFileSync(join(store, name), content)
  }
  expect(flipped).toBeGreaterThan(50)
  expect(await verify()).toMatchObject({ damages: 0, store: { rows: 10 } })
})
