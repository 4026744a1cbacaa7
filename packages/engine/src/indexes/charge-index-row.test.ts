import { expect, test } from 'vitest'
import { openEngine } from '../open-engine.js'
import { openMemoryStore } from '../testing/index.js'
import {
  INSTANCE,
  byCity,
  caughtUp,
  createPeople,
  put,
  remove,
  tableOf,
} from './testing/indexed-table.js'

test('rows of a global index cost units, are load of its partition, and count in its size', async () => {
  const engine = await openEngine({ store: await openMemoryStore() })
  await createPeople(engine, [byCity])
  for (let id = 0; id < 3; id++) await put(engine, 'red', id, 'city="Rome"')
  // Changes that are followed together are written as one.
  await caughtUp(engine, 'by_city')
  // Its old row goes, and a new one comes.
  await put(engine, 'red', 0, 'city="Bern"')
  await remove(engine, 'red', 1)
  await caughtUp(engine, 'by_city')
  const ofIndex = engine.meter.figures().find(({ table }) => table === 'by_city')
  expect(ofIndex).toMatchObject({ instance: INSTANCE, read: 0, write: 6 })
  const [partition] = tableOf(engine, 'by_city').partitions.all
  partition?.load.tick(60_000, 1)
  expect(partition?.load.minutes).toMatchObject([{ rowsWritten: 6, unitsWritten: 6 }])
  expect(partition?.load.unmeasuredBytes).toBeGreaterThan(0)
  await engine.close()
})
