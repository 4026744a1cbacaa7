import { expect, it } from 'vitest'
import { Space } from '../keys/spaces.js'
import { engineLimits } from '../limits.js'
import { type MemoryEngine, createTableRequest, openMemoryEngine } from '../testing/index.js'
import { createTable } from './create-table.js'
import { deleteTable } from './delete-table.js'
import { createDroppedTableSweeper } from './dropped-table-sweeper.js'

const key = (space: number) => Buffer.of(space, 0x41)
const spaces = Object.values(Space)

const fill = ({ store }: MemoryEngine, table: number) =>
  store.commit({
    table,
    partition: Buffer.of(0x41),
    expectedHead: undefined,
    token: undefined,
    mutations: spaces.map((space) => ({ key: key(space), value: Buffer.from('x') })),
    record: undefined,
  })

const left = async ({ store }: MemoryEngine, table: number) => {
  const keys = spaces.map(key)
  const view = await store.read({ table, partition: Buffer.of(0x41), keys, pending: false })
  return view.values.filter((value) => value !== undefined).length
}

const dropped = async (memory: MemoryEngine): Promise<number> => {
  await createTable(memory.engine, 'demo', createTableRequest('t'))
  const id = memory.engine.catalog.find('demo', 't')?.description.id ?? -1
  await fill(memory, id)
  await deleteTable(memory.engine, 'demo', { tableName: 't' })
  return id
}

it('removes all spaces of a dropped table and nothing of other tables', async () => {
  const memory = await openMemoryEngine()
  const id = await dropped(memory)
  await fill(memory, id + 1)
  await memory.engine.runBackgroundWork()
  expect(await left(memory, id)).toBe(0)
  expect(await left(memory, id + 1)).toBe(spaces.length)
})

it('sweeps again after requests that were still under way, then forgets the table', async () => {
  const memory = await openMemoryEngine()
  const id = await dropped(memory)
  await memory.engine.runBackgroundWork()
  await fill(memory, id)
  memory.clock.advance(engineLimits.DROPPED_TABLE_GRACE_MS - 1)
  await memory.engine.runBackgroundWork()
  expect(memory.engine.catalog.drops()).toHaveLength(1)
  memory.clock.advance(1)
  await memory.engine.runBackgroundWork()
  expect(await left(memory, id)).toBe(0)
  expect(memory.engine.catalog.drops()).toEqual([])
  expect((await memory.reopen()).catalog.drops()).toEqual([])
})

it('resumes after a restart', async () => {
  const memory = await openMemoryEngine()
  const id = await dropped(memory)
  const reopened = await memory.reopen()
  memory.clock.advance(engineLimits.DROPPED_TABLE_GRACE_MS)
  await reopened.runBackgroundWork()
  expect(await left(memory, id)).toBe(0)
  expect(reopened.catalog.drops()).toEqual([])
})

it('reclaims space once for each swept table', async () => {
  const memory = await openMemoryEngine()
  const id = await dropped(memory)
  const asked: number[] = []
  const store = {
    deleteRange: async () => {},
    reclaim: async (table: number) => {
      asked.push(table)
    },
  }
  const sweeper = createDroppedTableSweeper(store, memory.engine.catalog)
  await sweeper.reclaim()
  expect(asked).toEqual([])
  await sweeper.runOnce(memory.clock.now())
  await sweeper.reclaim()
  await sweeper.reclaim()
  expect(asked).toEqual([id])
})

it('reclaims space again after a failure', async () => {
  const memory = await openMemoryEngine()
  await dropped(memory)
  const answers = [Promise.reject(new Error('no space')), Promise.resolve()]
  const store = { deleteRange: async () => {}, reclaim: async () => answers.shift() }
  const sweeper = createDroppedTableSweeper(store, memory.engine.catalog)
  await sweeper.runOnce(memory.clock.now())
  await expect(sweeper.reclaim()).rejects.toThrow('no space')
  await sweeper.reclaim()
  expect(answers).toEqual([])
})
