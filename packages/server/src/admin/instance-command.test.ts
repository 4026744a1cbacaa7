import { createTable } from '@rowhouse/engine'
import { systemRandom } from '@rowhouse/platform'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import { expect, test } from 'vitest'
import { InstanceRegistry } from '../instances/instance-registry.js'
import { tablesOf } from '../instance-tables.js'
import { noSearch } from '../testing/no-search.js'
import { runInstanceCommand } from './instance-command.js'

test('a table created while its instance is deleted is not in the next one of that name', async () => {
  const { engine } = await openMemoryEngine()
  const registry = await InstanceRegistry.open(undefined, systemRandom)
  await registry.create('inst')
  await createTable(engine, 'inst', createTableRequest('before'))
  const tables = tablesOf(engine, noSearch)
  let isFirst = true
  const drop = async (instance: string): Promise<void> => {
    const dropping = tables.drop(instance)
    // A request that began before the command runs after it.
    if (isFirst) await createTable(engine, 'inst', createTableRequest('meanwhile'))
    isFirst = false
    await dropping
  }
  const command = { action: 'delete', name: 'inst', force: true } as const
  await runInstanceCommand(registry, { ...tables, drop }, command)
  await registry.create('inst')
  expect(tables.count('inst')).toBe(0)
  await engine.close()
})
