import { expect, it } from 'vitest'
import { type OpenEngine, openEngine } from './open-engine.js'
import { createTable } from './tables/create-table.js'
import { deleteTable } from './tables/delete-table.js'
import { listTable } from './tables/list-table.js'
import {
  alteredStore,
  createTableRequest,
  openMemoryEngine,
  openMemoryStore,
} from './testing/index.js'

const dropTable = async (engine: OpenEngine): Promise<void> => {
  await createTable(engine, 'demo', createTableRequest('t'))
  await deleteTable(engine, 'demo', { tableName: 't' })
}

it('runs background work until it is closed', async () => {
  const store = await openMemoryStore()
  let swept = (): void => undefined
  const sweep = new Promise<void>((resolve) => {
    swept = resolve
  })
  let closed = false
  const engine = await openEngine({
    store: alteredStore(store, {
      deleteRange: async (table, start, end) => {
        await store.deleteRange(table, start, end)
        swept()
      },
      close: async () => {
        closed = true
        await store.close()
      },
    }),
    options: { backgroundIntervalMs: 1 },
  })
  await dropTable(engine)
  await sweep
  expect(engine.figures().tablesToSweep).toBe(1)
  await engine.close()
  expect(closed).toBe(true)
})

it('reports failures of background work and retries', async () => {
  const store = await openMemoryStore()
  let failures = 0
  let failedTwice = (): void => undefined
  const twice = new Promise<void>((resolve) => {
    failedTwice = resolve
  })
  const engine = await openEngine({
    store: alteredStore(store, {
      deleteRange: () => Promise.reject(new Error('disk')),
    }),
    options: { backgroundIntervalMs: 1 },
    onBackgroundError: (task, error) => {
      expect(task).toBe('dropped tables')
      expect(error).toEqual(new Error('disk'))
      if (++failures === 2) failedTwice()
    },
  })
  await dropTable(engine)
  await twice
  await engine.close()
})

it('drops an instance with its tables and counters', async () => {
  const { engine } = await openMemoryEngine()
  await createTable(engine, 'demo', createTableRequest('t'))
  await createTable(engine, 'other', createTableRequest('t'))
  engine.meter.add('demo', 't', 1, 1)
  engine.meter.add('other', 't', 1, 1)
  await engine.dropInstance('demo')
  expect(await listTable(engine, 'demo', {})).toEqual({ tableNames: [] })
  expect(await listTable(engine, 'other', {})).toEqual({ tableNames: ['t'] })
  expect(engine.meter.figures()).toHaveLength(1)
})
