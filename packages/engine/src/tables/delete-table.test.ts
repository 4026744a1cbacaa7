import { expect, it } from 'vitest'
import { Space } from '../keys/spaces.js'
import { createTableRequest, openMemoryEngine } from '../testing/index.js'
import { createTable } from './create-table.js'
import { deleteTable } from './delete-table.js'
import { describeTable } from './describe-table.js'

it('removes a table at once, for good and with its counters', async () => {
  const { engine, reopen } = await openMemoryEngine()
  await createTable(engine, 'demo', createTableRequest('t'))
  await createTable(engine, 'demo', createTableRequest('u'))
  engine.meter.add('demo', 't', 1, 1)
  engine.meter.add('demo', 'u', 1, 1)
  await deleteTable(engine, 'demo', { tableName: 't' })

  for (const open of [engine, await reopen()]) {
    await expect(describeTable(open, 'demo', { tableName: 't' })).rejects.toMatchObject({
      code: 'OTSObjectNotExist',
    })
    await describeTable(open, 'demo', { tableName: 'u' })
  }
  expect(engine.meter.figures()).toMatchObject([
    { instance: 'demo', table: 'u', read: 1, write: 1 },
  ])
})

it('does not let old data reappear under the same name', async () => {
  const { engine, store } = await openMemoryEngine()
  const keys = [Buffer.of(Space.ROWS, 1)]
  const partition = Buffer.of(1)
  const write = (table: number) =>
    store.commit({
      table,
      partition,
      expectedHead: undefined,
      token: undefined,
      mutations: keys.map((key) => ({ key, value: Buffer.from('row') })),
      record: undefined,
    })
  const read = async (table: number) =>
    (await store.read({ table, partition, keys, pending: false })).values[0]
  const idOf = () => engine.catalog.find('demo', 't')?.description.id ?? -1

  await createTable(engine, 'demo', createTableRequest('t'))
  const first = idOf()
  await write(first)
  expect(await read(first)).toEqual(Buffer.from('row'))
  await deleteTable(engine, 'demo', { tableName: 't' })
  await createTable(engine, 'demo', createTableRequest('t'))

  expect(idOf()).not.toBe(first)
  expect(await read(idOf())).toBeUndefined()
})

it('refuses a missing table and a bad name', async () => {
  const { engine } = await openMemoryEngine()
  await expect(deleteTable(engine, 'demo', { tableName: 't' })).rejects.toMatchObject({
    code: 'OTSObjectNotExist',
    status: 404,
  })
  await expect(deleteTable(engine, 'demo', { tableName: '' })).rejects.toMatchObject({
    code: 'OTSParameterInvalid',
    message: "Invalid table name: ''.",
  })
})

it('keeps a table that still has a search index', async () => {
  const { engine } = await openMemoryEngine()
  await createTable(engine, 'demo', createTableRequest('t'))
  const index = {
    number: 1,
    name: 'i',
    schema: Buffer.alloc(0),
    timeToLive: -1,
    source: undefined,
    flowWeights: [],
    createdAt: 0,
  }
  await engine.catalog.change('demo', 't', (current) => {
    if (current === undefined) throw new Error('the table is there')
    return { ...current.description, searchIndexes: [index], nextSearchIndex: 2 }
  })
  await expect(deleteTable(engine, 'demo', { tableName: 't' })).rejects.toMatchObject({
    code: 'OTSParameterInvalid',
    message: 'Table[t] who has at least one search index cannot be deleted.',
  })
})
