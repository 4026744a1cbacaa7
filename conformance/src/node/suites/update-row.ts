import assert from 'node:assert/strict'
import { testsOf } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { pk, plain, versioned } from '../shapes.js'
import { columnNames, latest, versions } from '../values.js'
import { MAX_VALUE } from './put-row.js'

const test = testsOf('UpdateRow')

export const updateRowTests = [
  test('put cells', 'adds and overwrites, keeps the rest', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [
      ['a', 1n],
      ['b', 1n],
    ])
    const reply = await t.client.updateRow(table, pk(t.id), {
      put: [
        ['b', 'two'],
        ['c', false],
      ],
    })
    assert.deepEqual(reply.consumed, { read: 0, write: 1 })
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(latest(row), { a: 1n, b: 'two', c: false })
  }),

  test('put cells', 'creates a missing row', async (t) => {
    const table = await t.table(plain)
    await t.client.updateRow(table, pk(t.id), { put: [['a', 1n]] })
    assert.deepEqual(latest((await t.client.getRow(table, pk(t.id))).row), { a: 1n })
  }),

  test('server timestamps', 'every update makes its own version', async (t) => {
    const table = await t.table(versioned)
    const updates = [1n, 2n, 3n]
    for (const value of updates) {
      await t.client.updateRow(table, pk(t.id), { put: [['c', value]] })
    }
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    const found = versions(row, 'c')
    assert.deepEqual(
      found.map(([, value]) => value),
      [3n, 2n, 1n],
    )
    assert.equal(new Set(found.map(([timestamp]) => timestamp)).size, 3)
  }),

  test('server timestamps', 'cells of one request share one', async (t) => {
    const table = await t.table(versioned)
    await t.client.updateRow(table, pk(t.id), {
      put: [
        ['a', 1n],
        ['b', 2n],
      ],
    })
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.equal(row?.cells[0]?.timestamp, row?.cells[1]?.timestamp)
    assert.ok(Math.abs((row?.cells[0]?.timestamp ?? 0) - Date.now()) < 600_000)
  }),

  test('explicit timestamps', 'the same column and time are overwritten', async (t) => {
    const table = await t.table(versioned)
    await t.client.updateRow(table, pk(t.id), { put: [['c', 'a', 10]] })
    await t.client.updateRow(table, pk(t.id), { put: [['c', 'b', 10]] })
    await t.client.updateRow(table, pk(t.id), { put: [['c', 'older', 9]] })
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [
      [10, 'b'],
      [9, 'older'],
    ])
  }),

  test('delete one version', 'the others stay', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 1n, 1],
      ['c', 2n, 2],
      ['c', 3n, 3],
    ])
    await t.client.updateRow(table, pk(t.id), { deleteVersion: [['c', 2]] })
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [
      [3, 3n],
      [1, 1n],
    ])
  }),

  test('delete all versions', 'removes the column and keeps the row', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 1n, 1],
      ['c', 2n, 2],
    ])
    await t.client.updateRow(table, pk(t.id), { deleteAll: ['c', 'absent'] })
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(row, { key: { pk: t.id }, cells: [] })
  }),

  test('delete all versions', 'does not hide what is written afterwards', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [['c', 'first', 100]])
    await t.client.updateRow(table, pk(t.id), { deleteAll: ['c'] })
    await t.client.updateRow(table, pk(t.id), { put: [['c', 'back', 50]] })
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [[50, 'back']])
  }),

  test('delete cells alone', 'do not create a row', async (t) => {
    const table = await t.table(plain)
    await t.client.updateRow(table, pk(t.id), { deleteAll: ['c'], deleteVersion: [['d', 1]] })
    assert.equal((await t.client.getRow(table, pk(t.id))).row, undefined)
  }),

  test('no cells', 'are refused before the table is looked up', async (t) => {
    const empty = t.client.updateRow(t.tableName(), pk('a'), {})
    await invalid(empty, 'Attribute column is missing.')
  }),

  test('cells of one request', 'deletes count, at most 1024', async (t) => {
    const table = await t.table(plain)
    const puts = Array.from({ length: 1000 }, (_, i) => [`p${i}`, 1n] as const)
    const deletes = Array.from({ length: 1000 }, (_, i) => `d${i}`)
    await invalid(
      t.client.updateRow(table, pk(t.id), { put: puts, deleteAll: deletes }),
      'The number of attribute columns exceeds the limit, limit count: 1024, column count: 2000.',
    )
    await t.client.updateRow(table, pk(t.id), { put: puts, deleteAll: deletes.slice(0, 24) })
    assert.equal((await t.client.getRow(table, pk(t.id))).row?.cells.length, 1000)
  }),

  test('cells of one request', 'a row grows past 1024 columns by several', async (t) => {
    const table = await t.table(plain)
    for (const part of ['a', 'b', 'c']) {
      const put = Array.from({ length: 1000 }, (_, i) => [`${part}${i}`, BigInt(i)] as const)
      await t.client.updateRow(table, pk(t.id), { put })
    }
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.equal(row?.cells.length, 3000)
    assert.equal(latest(row)['c999'], 999n)
  }),

  test('value size', '2 MiB are stored, one byte more is refused', async (t) => {
    const table = await t.table(plain)
    const text = 'x'.repeat(MAX_VALUE)
    await t.client.updateRow(table, pk(t.id), { put: [['c', text]] })
    assert.ok(latest((await t.client.getRow(table, pk(t.id))).row)['c'] === text)
    await invalid(
      t.client.updateRow(table, pk(t.id), { put: [['c', `${text}x`]] }),
      "The length of attribute column: 'c' exceeds the MaxLength:2097152 with " +
        'CurrentLength:2097153.',
    )
  }),

  test('request size', 'more than 4 MiB is refused', async (t) => {
    const table = await t.table(plain)
    const half = 'x'.repeat(MAX_VALUE)
    const update = t.client.updateRow(table, pk(t.id), {
      put: [
        ['a', half],
        ['b', half],
      ],
    })
    const size = 2 + t.id.length + 2 * (1 + MAX_VALUE)
    await invalid(
      update,
      'The total data size of UpdateRow request exceeds the limit, limit size: 4194304, ' +
        `data size: ${size}.`,
    )
  }),

  test('a row of many megabytes', 'is kept whole and updated in place', async (t) => {
    const table = await t.table(plain)
    const value = 'v'.repeat(1_000_000)
    for (let i = 0; i < 8; i += 1) {
      await t.client.updateRow(table, pk(t.id), { put: [[`c${i}`, value]] })
    }
    await t.client.updateRow(table, pk(t.id), { increment: [['hits', 1n]] })
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(columnNames(row), ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'hits'])
    const values = Object.values(latest(row))
    assert.ok(values.slice(0, 8).every((found) => found === value))
    assert.equal(values[8], 1n)
  }),

  test('a row of many megabytes', 'is read as it was after one write', async (t) => {
    const table = await t.table(plain)
    const names = ['a', 'b', 'c', 'd']
    const padding = 'v'.repeat(40_000)
    const write = (version: bigint) =>
      t.client.putRow(table, pk(t.id), [
        ...names.map((name) => [name, version] as const),
        ...names.map((name) => [`${name}0`, padding] as const),
      ])
    await write(0n)
    let isWriting = true
    const writing = (async () => {
      for (let version = 1n; isWriting; version += 1n) await write(version)
    })()
    try {
      for (let read = 0; read < 100; read += 1) {
        const columns = read % 2 === 0 ? names : []
        const { row } = await t.client.getRow(table, pk(t.id), { columns })
        const found = latest(row)
        const versionsRead = new Set(names.map((name) => found[name]))
        assert.equal(versionsRead.size, 1, [...versionsRead].join())
        assert.equal(columnNames(row).length, read % 2 === 0 ? 4 : 8)
      }
    } finally {
      isWriting = false
      await writing
    }
  }),

  test('update not allowed', 'refuses UpdateRow but not PutRow and DeleteRow', async (t) => {
    const table = await t.ownTable({ ...plain, options: { allowUpdate: false } })
    await t.client.putRow(table, pk('a'), [['c', 1n]])
    await invalid(
      t.client.updateRow(table, pk('a'), { put: [['c', 2n]] }),
      'Update operation is not allowed in this table',
    )
    await t.client.putRow(table, pk('a'), [['c', 3n]])
    assert.deepEqual(latest((await t.client.getRow(table, pk('a'))).row), { c: 3n })
    await t.client.deleteRow(table, pk('a'))
    assert.equal((await t.client.getRow(table, pk('a'))).row, undefined)
  }),

  test('missing table', 'is refused', async (t) => {
    const update = t.client.updateRow(t.tableName(), pk('a'), { put: [['c', 1n]] })
    await refused(update, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
  }),
]
