import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { CATALOG_TABLE, Space } from '../keys/spaces.js'
import { manualClock } from '@rowhouse/platform/testing'
import { engineLimits } from '../limits.js'
import {
  alteredStore,
  createTableRequest,
  openMemoryEngine,
  openMemoryStore,
  tableOptions,
  updateTableRequest,
} from '../testing/index.js'
import { counterKey, counterPartition, instancePartition, tableKey } from './catalog-keys.js'
import { createTable } from './create-table.js'
import { deleteTable } from './delete-table.js'
import { openCatalog } from './stored-catalog.js'
import { updateTable } from './update-table.js'

const idOf = (engine: Awaited<ReturnType<typeof openMemoryEngine>>['engine'], name: string) =>
  engine.catalog.find('demo', name)?.description.id

const change = (timeToLive: number) =>
  updateTableRequest('t', { tableOptions: tableOptions({ timeToLive }) })

describe('table ids', () => {
  it('are never reused, whatever is dropped and however often the engine starts', async () => {
    const { engine, clock, reopen } = await openMemoryEngine()
    const given = new Set<number | undefined>()
    let open = engine
    for (let round = 0; round < 40; round++) {
      await createTable(open, 'demo', createTableRequest('t'))
      given.add(idOf(open, 't'))
      await deleteTable(open, 'demo', { tableName: 't' })
      // Long enough that the dropped table is forgotten, at every place in a block of ids.
      clock.advance(engineLimits.DROPPED_TABLE_GRACE_MS)
      await open.runBackgroundWork()
      if (round % 20 > 15) open = await reopen()
    }
    expect(given.size).toBe(40)
    expect(given).not.toContain(CATALOG_TABLE)
  })

  it('differ for tables that are created at the same time in several instances', async () => {
    const { engine } = await openMemoryEngine()
    const instances = ['one', 'two', 'three', 'four']
    await Promise.all(
      instances.map((instance) => createTable(engine, instance, createTableRequest('t'))),
    )
    const ids = instances.map((instance) => engine.catalog.find(instance, 't')?.description.id)
    expect(new Set(ids).size).toBe(4)
  })

  it('are above those in use when the counter is lost', async () => {
    const { engine, store, reopen } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    await store.commit({
      table: CATALOG_TABLE,
      partition: counterPartition,
      expectedHead: undefined,
      token: undefined,
      mutations: [{ key: counterKey, value: undefined }],
      record: undefined,
    })
    const again = await reopen()
    await createTable(again, 'demo', createTableRequest('u'))
    expect(idOf(again, 'u')).toBeGreaterThan(idOf(again, 't') ?? Number.NaN)
  })
})

describe('a change', () => {
  it('is seen by holders of the open table', async () => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    const held = engine.catalog.find('demo', 't')
    await updateTable(engine, 'demo', change(86_400))
    expect(held?.description.options.timeToLive).toBe(86_400)
    expect(engine.catalog.find('demo', 't')).toBe(held)
  })

  it('is not visible before it is durable, and not at all when the store fails', async () => {
    const store = await openMemoryStore()
    const { promise, fail } = failable()
    const failing = alteredStore(store, { commit: () => promise })
    const catalog = await openCatalog(failing, manualClock())
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    const description = engine.catalog.find('demo', 't')?.description
    const changing = catalog.change('demo', 't', () => description)
    expect(catalog.find('demo', 't')).toBeUndefined()
    fail(new Error('disk'))
    await expect(changing).rejects.toThrow('disk')
    expect(catalog.find('demo', 't')).toBeUndefined()
  })
})

describe('column names', () => {
  it('are loaded when the catalogue opens', async () => {
    const { engine, store, reopen } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    const table = engine.catalog.find('demo', 't')
    for (const name of ['price', '列']) table?.names.assign(name)
    await store.commit({
      table: table?.description.id ?? -1,
      partition: Buffer.of(Space.NAMES),
      expectedHead: undefined,
      token: undefined,
      mutations: table?.names.unsaved() ?? [],
      record: undefined,
    })
    const names = (await reopen()).catalog.find('demo', 't')?.names
    expect(names?.find('列')?.number).toBe(table?.names.find('列')?.number)
    expect(names?.find('price')?.number).toBe(table?.names.find('price')?.number)
    expect(names?.unsaved()).toEqual([])
  })
})

describe('an expiry backfill', () => {
  it('begins when a table gets a time to live, and only then', async () => {
    const { engine, clock, reopen } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    expect(engine.catalog.backfills()).toEqual([])
    await updateTable(engine, 'demo', change(86_400))
    const owed = [{ instance: 'demo', id: idOf(engine, 't'), since: clock.now(), next: undefined }]
    expect(engine.catalog.backfills()).toEqual(owed)
    clock.advance(1)
    await updateTable(engine, 'demo', change(172_800))
    expect(engine.catalog.backfills()).toEqual(owed)
    expect((await reopen()).catalog.backfills()).toEqual(owed)
    await updateTable(engine, 'demo', change(-1))
    expect(engine.catalog.backfills()).toEqual([])
    expect((await reopen()).catalog.backfills()).toEqual([])
  })

  it('keeps its progress over a restart and is forgotten at its end', async () => {
    const { engine, reopen } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    await updateTable(engine, 'demo', change(86_400))
    const [begun] = engine.catalog.backfills()
    if (begun === undefined) throw new Error('no backfill')
    const advanced = await engine.catalog.advanceBackfill(begun, Buffer.from('place'))
    expect((await reopen()).catalog.backfills()).toEqual([advanced])
    if (advanced === undefined) throw new Error('no progress')
    await engine.catalog.advanceBackfill(advanced, undefined)
    expect(engine.catalog.backfills()).toEqual([])
    expect((await reopen()).catalog.backfills()).toEqual([])
  })

  it('does not take over the progress of a cancelled one', async () => {
    const { engine } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    await updateTable(engine, 'demo', change(86_400))
    const [old] = engine.catalog.backfills()
    if (old === undefined) throw new Error('no backfill')
    await updateTable(engine, 'demo', change(-1))
    await updateTable(engine, 'demo', change(86_400))
    expect(await engine.catalog.advanceBackfill(old, Buffer.from('place'))).toBeUndefined()
    expect(engine.catalog.backfills()).toMatchObject([{ next: undefined }])
  })

  it('is dropped with its table', async () => {
    const { engine, reopen } = await openMemoryEngine()
    await createTable(engine, 'demo', createTableRequest('t'))
    await updateTable(engine, 'demo', change(86_400))
    await deleteTable(engine, 'demo', { tableName: 't' })
    expect(engine.catalog.backfills()).toEqual([])
    expect((await reopen()).catalog.backfills()).toEqual([])
  })
})

describe('dropInstance', () => {
  it('drops every table of the instance and none of another', async () => {
    const { engine, reopen } = await openMemoryEngine()
    for (const name of ['a', 'b']) await createTable(engine, 'demo', createTableRequest(name))
    await createTable(engine, 'demo2', createTableRequest('a'))
    await engine.catalog.dropInstance('demo')
    await engine.catalog.dropInstance('nobody')
    for (const open of [engine, await reopen()]) {
      expect(open.catalog.list('demo')).toEqual([])
      expect(open.catalog.list('demo2')).toHaveLength(1)
      expect(open.catalog.drops()).toHaveLength(2)
    }
  })
})

const failable = () => {
  let fail: (error: Error) => void = () => undefined
  const promise = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  return { promise, fail: (error: Error) => fail(error) }
}

it('stores a description as docs/formats.md shows it', async () => {
  const { engine, store } = await openMemoryEngine({}, manualClock(Date.UTC(2026, 0, 1)))
  await createTable(engine, 'demo', createTableRequest('t'))
  const keys = [tableKey('demo', 't')]
  const partition = instancePartition('demo')
  const view = await store.read({ table: CATALOG_TABLE, partition, keys, pending: false })
  const stored = view.values[0]?.subarray(5).toString('utf8') ?? ''
  const formats = await readFile(new URL('../../../../docs/formats.md', import.meta.url), 'utf8')
  const example = /01 \| CRC-32 \| (?<text>\{(?:.|\n {6})*\})/.exec(formats)?.groups?.['text']
  expect(example?.replaceAll(/\n */g, '')).toBe(stored)
})
