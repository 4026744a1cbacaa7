import { expect, test } from 'vitest'
import { createIndex } from './create-index.js'
import { openEngine } from '../open-engine.js'
import { openMemoryStore } from '../testing/index.js'
import {
  INSTANCE,
  byAge,
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

test('rows of a local index cost units of the index, also those of its building', async () => {
  const engine = await openEngine({ store: await openMemoryStore() })
  await createPeople(engine, [byAge])
  const written = (index: string) =>
    engine.meter.figures().find(({ table }) => table === index)?.write ?? 0
  await put(engine, 'red', 0, 'age=7')
  expect(written('by_age')).toBe(1)
  // Its old row goes, and a new one comes.
  await put(engine, 'red', 0, 'age=8')
  expect(written('by_age')).toBe(3)
  await put(engine, 'red', 1, 'note="no age"')
  expect(written('by_age')).toBe(3)
  await remove(engine, 'red', 0)
  expect(written('by_age')).toBe(4)
  await put(engine, 'red', 2, 'age=9')
  await createIndex(engine, INSTANCE, {
    mainTableName: 'people',
    indexMeta: { ...byAge, name: 'later', primaryKey: ['team', 'age'] },
    includeBaseData: true,
  })
  await caughtUp(engine, 'later')
  expect(written('later')).toBe(1)
  await engine.close()
})
