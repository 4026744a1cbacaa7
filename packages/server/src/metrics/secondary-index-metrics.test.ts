import { createIndex, createTable } from '@rowhouse/engine'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import { expect, test } from 'vitest'
import { openIndexInTheMaking } from '../testing/index-in-the-making.js'
import { secondaryIndexSamples } from './secondary-index-metrics.js'

test('an index has its figures under its table and its kind', async () => {
  const { engine } = await openMemoryEngine()
  const meta = { definedColumns: [{ name: 'city', type: 'STRING' as const }] }
  await createTable(engine, 'inst', createTableRequest('people', { meta }))
  await createIndex(engine, 'inst', {
    mainTableName: 'people',
    indexMeta: {
      name: 'by_city',
      primaryKey: ['city'],
      definedColumns: [],
      updateMode: 'ASYNC',
      type: 'GLOBAL',
      syncPhase: undefined,
    },
    includeBaseData: true,
  })
  const index = engine.catalog.find('inst', 'by_city')
  if (index === undefined) throw new Error('there is no index')
  await engine.indexes.caughtUp(index)
  const { gauges, followedRows, heldWrites, heldSeconds } = await secondaryIndexSamples(engine)
  const labels = { instance: 'inst', table: 'people', index: 'by_city', kind: 'global' }
  const values = Object.fromEntries(gauges.map(([name, , samples]) => [name, samples]))
  expect(values).toMatchObject({
    building: [[labels, 0]],
    build_progress: [[labels, 1]],
    lag_bytes: [[labels, 0]],
    lag_seconds: [[labels, 0]],
    in_trouble: [[labels, 0]],
    damaged_rows: [[labels, 0]],
  })
  expect([followedRows, heldWrites, heldSeconds]).toEqual(Array(3).fill([[labels, 0]]))
  await engine.close()
})

test('without an index there are no figures', async () => {
  const { engine } = await openMemoryEngine()
  const { gauges, followedRows } = await secondaryIndexSamples(engine)
  expect([...gauges.flatMap(([, , samples]) => samples), ...followedRows]).toEqual([])
  await engine.close()
})

test('an index that is being created is left out until it has figures', async () => {
  const { engine, finish } = await openIndexInTheMaking()
  const named = async () => {
    const { followedRows } = await secondaryIndexSamples(engine)
    return followedRows.map(([labels]) => labels['index'])
  }
  expect(await named()).toEqual(['first'])
  await finish()
  expect(await named()).toEqual(['first', 'second'])
  await engine.close()
})
