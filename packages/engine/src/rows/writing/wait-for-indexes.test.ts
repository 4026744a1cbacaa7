import { expect, test } from 'vitest'
import { INSTANCE, tableOf } from '../../indexes/testing/indexed-table.js'
import { openEngine } from '../../open-engine.js'
import { createTable } from '../../tables/create-table.js'
import type { Table } from '../../tables/table-description.js'
import { createTableRequest, openMemoryStore } from '../../testing/index.js'
import { waitForIndexes } from './wait-for-indexes.js'

test('a write waits for the indexes of all of its tables at once', async () => {
  const engine = await openEngine({ store: await openMemoryStore() })
  for (const name of ['a', 'b']) await createTable(engine, INSTANCE, createTableRequest(name))
  const [a, b] = [tableOf(engine, 'a'), tableOf(engine, 'b')]
  const asked: Table[] = []
  let letGo = () => {}
  // No index has followed before both are waited for.
  const followed = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const afterWrite = (table: Table): Promise<void> => {
    asked.push(table)
    if (table === b) letGo()
    return followed
  }
  await waitForIndexes({ afterWrite }, [a, a, b])
  expect(asked).toEqual([a, b])
  await engine.close()
})
