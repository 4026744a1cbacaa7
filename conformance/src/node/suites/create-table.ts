import assert from 'node:assert/strict'
import { testsOf } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { plain } from '../shapes.js'
import { MAX_DEVIATION, type TableOptions, type TableShape } from '../tables.js'

const test = testsOf('CreateTable')

const OPTIONS_AT_THEIR_ENDS: readonly TableOptions[] = [
  { timeToLive: -1, maxVersions: 1 },
  { timeToLive: 86_400, maxVersions: 1 },
  { timeToLive: 2_147_483_647, maxVersions: 2_147_483_647 },
  { timeToLive: 86_400, maxVersions: 100, maxTimeDeviation: MAX_DEVIATION },
  { timeToLive: -1, maxVersions: 3, maxTimeDeviation: 1, allowUpdate: false },
]

const key = (...names: string[]): TableShape => ({
  key: names.map((name) => [name, 'STRING'] as const),
})

export const createTableTests = [
  test('keys of 1 to 4 columns of three types', 'describes the key in order', async (t) => {
    const keys: TableShape['key'][] = [
      [['only', 'BINARY']],
      [
        ['b', 'INTEGER'],
        ['a', 'STRING'],
      ],
      [
        ['k1', 'STRING'],
        ['k2', 'INTEGER'],
        ['k3', 'BINARY'],
        ['k4', 'STRING'],
      ],
    ]
    for (const wanted of keys) {
      const table = await t.ownTable({ key: wanted })
      assert.deepEqual((await t.client.describeTable(table)).key, wanted)
    }
  }),

  test('key column rules', 'refuses five key columns and none', async (t) => {
    const text = 'The number of primary key columns must be in range: [1, 4].'
    await invalid(t.client.createTable(t.tableName(), key('a', 'b', 'c', 'd', 'e')), text)
    await invalid(t.client.createTable(t.tableName(), { key: [] }), text)
  }),

  test('key column rules', 'refuses a repeated name', async (t) => {
    const made = t.client.createTable(t.tableName(), key('PK0', 'PK0'))
    await invalid(made, "Duplicated primary key name: 'PK0'.")
  }),

  test('key column rules', 'refuses a bad column name', async (t) => {
    const made = t.client.createTable(t.tableName(), key('#pk'))
    await invalid(made, "Invalid column name: '#pk'.")
    const long = 'k'.repeat(256)
    await invalid(t.client.createTable(t.tableName(), key(long)), `Invalid column name: '${long}'.`)
  }),

  test('auto-increment key column', 'is described', async (t) => {
    const shape: TableShape = {
      key: [
        ['pk', 'STRING'],
        ['id', 'INTEGER', 'AUTO_INCREMENT'],
      ],
    }
    const table = await t.ownTable(shape)
    assert.deepEqual((await t.client.describeTable(table)).key, shape.key)
  }),

  test('auto-increment key column', 'must be one integer column, not the first', async (t) => {
    const create = (...columns: TableShape['key']) =>
      t.client.createTable(t.tableName(), { key: columns })
    await invalid(
      create(['pk', 'STRING'], ['id', 'STRING', 'AUTO_INCREMENT']),
      'AUTO_INCREMENT primary key must be integer.',
    )
    await invalid(
      create(
        ['pk', 'STRING'],
        ['a', 'INTEGER', 'AUTO_INCREMENT'],
        ['b', 'INTEGER', 'AUTO_INCREMENT'],
      ),
      'AUTO_INCREMENT primary key count must <= 1.',
    )
    await invalid(create(['id', 'INTEGER', 'AUTO_INCREMENT'], ['pk', 'STRING']))
  }),

  test('table options', 'are described, also at their limits', async (t) => {
    for (const options of OPTIONS_AT_THEIR_ENDS) {
      const table = await t.ownTable({ ...plain, options })
      const wanted = { maxTimeDeviation: 86_400, allowUpdate: true, ...options }
      assert.deepEqual((await t.client.describeTable(table)).options, wanted)
    }
  }),

  test('table option limits', 'refuses a bad time to live', async (t) => {
    for (const timeToLive of [0, -2]) {
      const made = t.client.createTable(t.tableName(), { ...plain, options: { timeToLive } })
      await invalid(made, 'TimeToLive cannot be 0 or less than -1.')
    }
    await invalid(
      t.client.createTable(t.tableName(), { ...plain, options: { timeToLive: 86_399 } }),
    )
  }),

  test('table option limits', 'refuses bad max versions', async (t) => {
    for (const maxVersions of [0, -1]) {
      const made = t.client.createTable(t.tableName(), { ...plain, options: { maxVersions } })
      await invalid(made, 'The maximum versions cannot be less than or equal to 0')
    }
  }),

  test('table option limits', 'refuses a bad time deviation', async (t) => {
    for (const maxTimeDeviation of [-1, MAX_DEVIATION + 1]) {
      const made = t.client.createTable(t.tableName(), { ...plain, options: { maxTimeDeviation } })
      await invalid(made, 'The maximum deviation must be in range [0, INT64_MAX/1000000].')
    }
  }),

  test('reserved throughput', 'is accepted and described', async (t) => {
    for (const [read, write] of [
      [0, 0],
      [1, 1],
      [2, 2],
      [1, 2],
      [2, 1],
      [0, 1],
    ] as const) {
      const table = await t.ownTable({ ...plain, reserved: { read, write } })
      assert.deepEqual((await t.client.describeTable(table)).reserved, { read, write })
    }
  }),

  test('reserved throughput', 'refuses a negative unit', async (t) => {
    const made = t.client.createTable(t.tableName(), {
      ...plain,
      reserved: { read: -1, write: 0 },
    })
    await invalid(made, 'Invalid Capacity Unit:-1 . Capacity Unit must be nonnegative.')
  }),

  test('defined columns', 'are described in creation order', async (t) => {
    const definedColumns = [
      ['z', 4],
      ['a', 1],
      ['d', 2],
      ['b', 3],
    ] as const
    const table = await t.ownTable({ ...plain, definedColumns })
    assert.deepEqual((await t.client.describeTable(table)).definedColumns, definedColumns)
  }),

  test('defined columns', 'at most 32', async (t) => {
    const columns = (count: number) =>
      Array.from({ length: count }, (_, i) => [`c${i}`, 1] as const)
    const table = await t.ownTable({ ...plain, definedColumns: columns(32) })
    assert.equal((await t.client.describeTable(table)).definedColumns.length, 32)
    await invalid(
      t.client.createTable(t.tableName(), { ...plain, definedColumns: columns(33) }),
      'The number of defined columns must be in range: [0, 32].',
    )
  }),

  test('stream specification', 'is stored and described', async (t) => {
    const off = await t.ownTable(plain)
    const without = (await t.client.describeTable(off)).stream
    assert.deepEqual(without, {
      enabled: false,
      streamId: '',
      expirationTime: 0,
      lastEnableTime: 0,
    })
    const on = await t.ownTable({ ...plain, stream: { enableStream: true, expirationTime: 24 } })
    const { stream } = await t.client.describeTable(on)
    assert.equal(stream.enabled, true)
    assert.equal(stream.expirationTime, 24)
    assert.notEqual(stream.streamId, '')
    assert.ok(stream.lastEnableTime > 0)
  }),

  test('name rules', 'accepts every legal form', async (t) => {
    const base = t.tableName()
    for (const name of [`_${base}`, `A0${base}`, base.padEnd(255, 'x')]) {
      await t.client.createTable(name, plain)
      assert.ok((await t.client.listTables()).includes(name))
      await t.client.deleteTable(name)
    }
  }),

  test('name rules', 'refuses every illegal form', async (t) => {
    for (const name of ['', '0', '3t', '-', '#', 'T#', '中文', 'T中文', 'x'.repeat(256)]) {
      await invalid(t.client.createTable(name, plain), `Invalid table name: '${name}'.`)
    }
  }),

  test('name rules', 'names are case-sensitive', async (t) => {
    const name = await t.ownTable(plain)
    const upper = name.toUpperCase()
    await t.client.createTable(upper, plain)
    const tables = await t.client.listTables()
    assert.ok(tables.includes(name) && tables.includes(upper))
    await t.client.deleteTable(upper)
  }),

  test('existing table', 'is refused', async (t) => {
    const name = await t.ownTable(plain)
    const again = t.client.createTable(name, plain)
    await refused(again, 409, 'OTSObjectAlreadyExist', 'Requested table already exists.')
  }),
]
