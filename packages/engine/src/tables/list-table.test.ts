import { expect, it } from 'vitest'
import { createTableRequest, openMemoryEngine } from '../testing/index.js'
import { createTable } from './create-table.js'
import { deleteTable } from './delete-table.js'
import { listTable } from './list-table.js'

it('lists the tables of one instance, by name', async () => {
  const { engine } = await openMemoryEngine()
  for (const name of ['b', '_a', 'B', 'a10', 'a2']) {
    await createTable(engine, 'demo', createTableRequest(name))
  }
  await createTable(engine, 'other', createTableRequest('z'))
  await deleteTable(engine, 'demo', { tableName: 'a10' })

  expect(await listTable(engine, 'demo', {})).toEqual({ tableNames: ['B', '_a', 'a2', 'b'] })
  expect(await listTable(engine, 'nobody', {})).toEqual({ tableNames: [] })
})

it('rejects a call past the limit on table operations', async () => {
  const { engine } = await openMemoryEngine({ limitTableOperations: true })
  for (let count = 0; count < 10; count++) await listTable(engine, 'demo', {})
  await expect(listTable(engine, 'demo', {})).rejects.toMatchObject({
    message: 'Too frequent table operations.',
  })
  await listTable(engine, 'other', {})
})
