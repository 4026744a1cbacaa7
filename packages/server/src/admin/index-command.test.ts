import { createTable, putRow } from '@rowhouse/engine'
import { createTableRequest, openMemoryEngine } from '@rowhouse/engine/testing'
import { encodeRow, integerVariant, plainCell, stringVariant } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { noSearch } from '../testing/no-search.js'
import { runIndexCommand } from './index-command.js'

const index = {
  name: 'by_city',
  primaryKey: ['city'],
  definedColumns: [],
  updateMode: 'ASYNC',
  type: 'GLOBAL',
  syncPhase: undefined,
} as const

test('secondary indexes are listed, verified and rebuilt', async () => {
  const { engine, store } = await openMemoryEngine()
  const definedColumns = [{ name: 'city', type: 'STRING' as const }]
  const meta = { definedColumns }
  await createTable(engine, 'inst', createTableRequest('people', { meta, indexMetas: [index] }))
  for (const [pk, city] of [
    ['a', 'Rome'],
    ['b', 'Bern'],
  ] as const) {
    await putRow(engine, 'inst', {
      tableName: 'people',
      row: encodeRow({
        primaryKey: [plainCell('pk', stringVariant(pk))],
        cells: [plainCell('city', stringVariant(city)), plainCell('n', integerVariant(1n))],
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  const place = { instance: 'inst', table: 'people', index: 'by_city' }
  const run = (action: 'index-verify' | 'index-rebuild' | 'index-catch-up') =>
    runIndexCommand(engine, noSearch, { action, ...place })
  const none = { count: 0, keys: [] }
  const clean = { verification: { matchingRows: 2, missing: none, different: none, surplus: none } }
  expect(await run('index-verify')).toEqual(clean)

  const table = engine.catalog.find('inst', 'by_city')
  if (table === undefined) throw new Error('no index')
  const { id } = table.description
  const scan = store.scan({
    table: id,
    start: Buffer.of(1),
    end: Buffer.of(2),
    reverse: false,
    expectedEntries: 9,
  })
  const [first, second] = await scan.next()
  await scan.close()
  if (first === undefined || second === undefined) throw new Error('no rows')
  const damage = { table: id, partition: Buffer.of(0), expectedHead: undefined, token: undefined }
  const surplus = Buffer.from(first.key)
  surplus[2] = 'C'.charCodeAt(0)
  const mutations = [
    { key: first.key, value: undefined },
    { key: second.key, value: first.value.subarray(0, 3) },
    { key: surplus, value: first.value },
  ]
  await store.commit({ ...damage, mutations, record: undefined })
  const { verification } = await run('index-verify')
  expect(verification).toEqual({
    matchingRows: 0,
    missing: { count: 1, keys: ['pk="b"'] },
    different: { count: 1, keys: ['pk="a"'] },
    surplus: { count: 1, keys: ['city="Cern" pk="b"'] },
  })

  expect(await run('index-rebuild')).toEqual({})
  expect(await run('index-catch-up')).toEqual({})
  expect(await run('index-verify')).toEqual(clean)
  const { indexes } = await runIndexCommand(engine, noSearch, { action: 'index-list' })
  expect(indexes).toMatchObject([{ ...place, kind: 'global', state: 'following', problem: '' }])
  await expect(
    runIndexCommand(engine, noSearch, { action: 'index-verify', ...place, index: 'none' }),
  ).rejects.toThrow("table 'people' has no index 'none'")
  await engine.close()
})
