import assert from 'node:assert/strict'
import { testsOf } from '../harness.js'
import { invalid } from '../service-error.js'
import { pk, plain } from '../shapes.js'
import { MAX_DEVIATION, type TableShape } from '../tables.js'
import { columnNames, versions } from '../values.js'

const version = testsOf('Versions')
const ttl = testsOf('Time to live')

const three: TableShape = {
  key: [['pk', 'STRING']],
  options: { maxVersions: 3, maxTimeDeviation: MAX_DEVIATION },
}

const oneDay: TableShape = {
  key: [['pk', 'STRING']],
  options: { timeToLive: 86_400, maxVersions: 5, maxTimeDeviation: MAX_DEVIATION },
}

export const versionTests = [
  version('max versions', 'keeps the newest by timestamp, not by arrival', async (t) => {
    const table = await t.table(three)
    for (const timestamp of [50, 10, 40, 20, 30]) {
      await t.client.updateRow(table, pk(t.id), {
        put: [['c', BigInt(timestamp), timestamp]],
      })
    }
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(
      versions(row, 'c').map(([timestamp]) => timestamp),
      [50, 40, 30],
    )
  }),

  version('max versions', 'one PutRow may carry more', async (t) => {
    const table = await t.table(three)
    const cells = [1, 2, 3, 4, 5].map((i) => ['c', BigInt(i), i] as const)
    await t.client.putRow(table, pk(t.id), cells)
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(
      versions(row, 'c').map(([, value]) => value),
      [5n, 4n, 3n],
    )
  }),

  version('max versions', 'lowering it hides versions at once', async (t) => {
    const table = await t.ownTable(three)
    const cells = [1, 2, 3].map((i) => ['c', BigInt(i), i] as const)
    await t.client.putRow(table, pk('a'), cells)
    await t.client.updateTable(table, { tableOptions: { maxVersions: 1 } })
    const { row } = await t.client.getRow(table, pk('a'), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [[3, 3n]])
  }),

  version('max versions', 'lowering it hides versions from time ranges too', async (t) => {
    const table = await t.ownTable(three)
    const cells = [1, 2, 3].map((i) => ['c', BigInt(i), i] as const)
    await t.client.putRow(table, pk('a'), cells)
    await t.client.updateTable(table, { tableOptions: { maxVersions: 2 } })
    const read = async (start: number, end: number, maxVersions: number) => {
      const selection = { timeRange: [start, end] as const, maxVersions }
      return versions((await t.client.getRow(table, pk('a'), selection)).row, 'c')
    }
    assert.deepEqual(await read(1, 3, 10), [[2, 2n]])
    assert.deepEqual(await read(1, 4, 1), [[3, 3n]])
    assert.deepEqual(await read(1, 2, 10), [])
  }),

  version('max versions', 'applies to each column separately', async (t) => {
    const table = await t.table(three)
    await t.client.putRow(table, pk(t.id), [
      ['a', 1n, 1],
      ['b', 1n, 1],
      ['b', 2n, 2],
    ])
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(columnNames(row), ['a', 'b', 'b'])
  }),

  version('types', 'may differ from version to version', async (t) => {
    const table = await t.table(three)
    await t.client.putRow(table, pk(t.id), [
      ['c', 'text', 1],
      ['c', 2n, 2],
      ['c', true, 3],
    ])
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 3 })
    assert.deepEqual(versions(row, 'c'), [
      [3, true],
      [2, 2n],
      [1, 'text'],
    ])
  }),

  ttl('expired versions', 'lowering the time to live hides them at once', async (t) => {
    const table = await t.ownTable({ ...three })
    const now = Date.now()
    await t.client.putRow(table, pk('a'), [
      ['c', 'old', now - 100_000_000],
      ['c', 'new', now],
      ['gone', 1n, now - 100_000_000],
    ])
    await t.client.putRow(table, pk('expired'), [['gone', 1n, now - 100_000_000]])
    await t.client.updateTable(table, { tableOptions: { timeToLive: 86_400 } })
    const { row } = await t.client.getRow(table, pk('a'), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [[now, 'new']])
    assert.deepEqual(columnNames(row), ['c'])
  }),

  ttl('expired rows', 'are in no read', async (t) => {
    const table = await t.ownTable({ ...three })
    const now = Date.now()
    const old = now - 100_000_000
    await t.client.putRow(table, pk('expired'), [['c', 1n, old]])
    await t.client.putRow(table, pk('live'), [['c', 1n, now]])
    await t.client.updateTable(table, { tableOptions: { timeToLive: 86_400 } })
    assert.equal((await t.client.getRow(table, pk('expired'))).row, undefined)
    const { rows } = await t.client.getRange(table, pk(''), pk('z'))
    assert.deepEqual(
      rows.map(({ key }) => key['pk']),
      ['live'],
    )
    const [read] = await t.client.batchGetRow([{ table, keys: [pk('expired'), pk('live')] }])
    assert.deepEqual(
      read?.map(({ row }) => row !== undefined),
      [false, true],
    )
  }),

  ttl('writing', 'refuses a version that has expired already', async (t) => {
    const table = await t.table(oneDay)
    const now = Date.now()
    await t.client.putRow(table, pk(t.id), [['c', 1n, now - 3_600_000]])
    const expired = t.client.putRow(table, pk(t.id), [['c', 1n, now - 90_000_000]])
    await invalid(expired, 'Invalid timestamp. Cell:c.')
  }),

  ttl('writing', 'nothing expires without a time to live', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['c', 1n, Date.now() - 80_000_000]])
    assert.ok((await t.client.getRow(table, pk(t.id))).row)
  }),
]
