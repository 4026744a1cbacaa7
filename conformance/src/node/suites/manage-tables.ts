import assert from 'node:assert/strict'
import { Skipped, testsOf, type Testing } from '../harness.js'
import { invalid, refused, ServiceError } from '../service-error.js'
import { plain, pk } from '../shapes.js'
import type { TableOptions } from '../tables.js'
import { columnNames, latest } from '../values.js'

const list = testsOf('ListTable')
const describe = testsOf('DescribeTable')
const update = testsOf('UpdateTable')
const drop = testsOf('DeleteTable')

const missing = (call: Promise<unknown>): Promise<void> =>
  refused(call, 404, 'OTSObjectNotExist', 'Requested table does not exist.')

const optionsAfter = async (
  t: Testing,
  table: string,
  tableOptions: TableOptions,
): Promise<TableOptions> => {
  await t.client.updateTable(table, { tableOptions })
  return (await t.client.describeTable(table)).options
}

/**
 * Changes the reserved units and returns whether it could: the service allows one change in two minutes,
 * and Rowhouse may be started without that limit.
 */
const reserve = async (
  t: Testing,
  table: string,
  capacityUnit: { read?: number; write?: number },
): Promise<boolean> => {
  try {
    await t.client.updateTable(table, { reservedThroughput: { capacityUnit } })
    return true
  } catch (error) {
    const text = 'Capacity unit adjustment is too frequent.'
    if (error instanceof ServiceError && error.message.endsWith(text)) return false
    throw error
  }
}

export const manageTablesTests = [
  list('names of all tables', 'shows a new table and hides a dropped one at once', async (t) => {
    const name = t.tableName()
    assert.ok(!(await t.client.listTables()).includes(name))
    await t.client.createTable(name, plain)
    assert.ok((await t.client.listTables()).includes(name))
    await t.client.deleteTable(name)
    assert.ok(!(await t.client.listTables()).includes(name))
  }),

  describe('schema, options and status', 'carries what Go and Node.js require', async (t) => {
    const description = await t.client.describeTable(await t.table(plain))
    assert.equal(description.status, 1)
    assert.deepEqual(description.reserved, { read: 0, write: 0 })
    assert.deepEqual(description.definedColumns, [])
  }),

  describe('missing table', 'is refused', async (t) => {
    await missing(t.client.describeTable(t.tableName()))
    await invalid(t.client.describeTable('#'), "Invalid table name: '#'.")
  }),

  update('changes only what is given', 'keeps the other options', async (t) => {
    const options = { timeToLive: -1, maxVersions: 1, maxTimeDeviation: 86_400, allowUpdate: true }
    const table = await t.ownTable({ ...plain, options })
    const seen: TableOptions = { ...options }
    for (const change of [
      { timeToLive: 86_401 },
      { maxVersions: 7 },
      { maxTimeDeviation: 3 },
      { allowUpdate: false },
      { allowUpdate: true },
    ]) {
      Object.assign(seen, change)
      assert.deepEqual(await optionsAfter(t, table, change), seen)
    }
  }),

  update('table option limits', 'are those of CreateTable, and nothing changes', async (t) => {
    const table = await t.ownTable(plain)
    const before = await t.client.describeTable(table)
    const change = (tableOptions: TableOptions) => t.client.updateTable(table, { tableOptions })
    await invalid(change({ timeToLive: 0 }), 'TimeToLive cannot be 0 or less than -1.')
    await invalid(change({ timeToLive: -2 }), 'TimeToLive cannot be 0 or less than -1.')
    const versions = 'The maximum versions cannot be less than or equal to 0'
    await invalid(change({ maxVersions: 0 }), versions)
    const deviation = 'The maximum deviation must be in range [0, INT64_MAX/1000000].'
    await invalid(change({ maxTimeDeviation: -1 }), deviation)
    assert.deepEqual(await t.client.describeTable(table), before)
  }),

  update('reserved throughput', 'changes at once', async (t) => {
    const table = await t.ownTable(plain)
    const changed = await reserve(t, table, { read: 2, write: 3 })
    const units = changed ? { read: 2, write: 3 } : { read: 0, write: 0 }
    assert.deepEqual((await t.client.describeTable(table)).reserved, units)
  }),

  update('reserved throughput', 'one unit alone keeps the other', async (t) => {
    const table = await t.ownTable({ ...plain, reserved: { read: 5, write: 6 } })
    const changed = await reserve(t, table, { read: 1 })
    const { reserved } = await t.client.describeTable(table)
    assert.deepEqual(reserved, { read: changed ? 1 : 5, write: 6 })
  }),

  update('reserved throughput', 'refuses negative units', async (t) => {
    const table = await t.ownTable(plain)
    const text =
      'Invalid Capacity Unit for UpdateTable: Either read(-1) or write(-1) should be ' +
      'non-negative.'
    await invalid(reserve(t, table, { read: -1, write: -1 }), text)
  }),

  update('reserved throughput', 'changes once in two minutes, or without limit', async (t) => {
    const table = await t.ownTable({ ...plain, reserved: { read: 3, write: 3 } })
    const first = await reserve(t, table, { read: 2 })
    const second = await reserve(t, table, { write: 2 })
    assert.equal(second, first)
    const { reserved } = await t.client.describeTable(table)
    assert.deepEqual(reserved, first ? { read: 2, write: 2 } : { read: 3, write: 3 })
  }),

  update('reserved throughput', 'is forbidden on a capacity instance', async (t) => {
    const { capacity } = t.environment
    if (capacity === undefined) throw new Skipped('no capacity instance was given')
    const client = t.connect(capacity)
    const table = t.tableName()
    await invalid(
      client.createTable(table, { ...plain, reserved: { read: 1, write: 0 } }),
      'Can not reserve read capacity unit on capacity.',
    )
    await invalid(
      client.createTable(table, { ...plain, reserved: { read: 0, write: 1 } }),
      'Can not reserve write capacity unit on capacity.',
    )
    await client.createTable(table, plain)
    try {
      const change = { reservedThroughput: { capacityUnit: { read: 1, write: 1 } } }
      const text = 'Your instance is forbidden to update capacity unit.'
      const changed = client.updateTable(table, change)
      await refused(changed, 400, 'OTSForbiddenUpdateCapacityUnit', text)
      await client.updateTable(table, { tableOptions: { maxVersions: 2 } })
    } finally {
      await client.deleteTable(table)
    }
  }),

  update('stream on and off', 'is described', async (t) => {
    const table = await t.ownTable(plain)
    await t.client.updateTable(table, {
      streamSpecification: { enableStream: true, expirationTime: 168 },
    })
    const on = (await t.client.describeTable(table)).stream
    assert.deepEqual([on.enabled, on.expirationTime], [true, 168])
    await t.client.updateTable(table, { streamSpecification: { enableStream: false } })
    assert.equal((await t.client.describeTable(table)).stream.enabled, false)
  }),

  update('stream on and off', 'refuses an expiration time when switching off', async (t) => {
    const table = await t.ownTable({ ...plain, stream: { enableStream: true, expirationTime: 24 } })
    const off = t.client.updateTable(table, {
      streamSpecification: { enableStream: false, expirationTime: 24 },
    })
    await invalid(off, 'Expiration time is invalid when enableStream is false')
  }),

  update('missing table', 'is refused', async (t) => {
    await missing(t.client.updateTable(t.tableName(), { tableOptions: { maxVersions: 2 } }))
  }),

  drop('removes the table', 'at once', async (t) => {
    const table = await t.ownTable(plain)
    await t.client.deleteTable(table)
    await missing(t.client.describeTable(table))
  }),

  drop('removes the table', 'old rows do not come back under the same name', async (t) => {
    const table = await t.ownTable({ ...plain, options: { maxVersions: 3 } })
    await t.client.putRow(table, pk('kept'), [['old', 1n]])
    await t.client.putRow(table, pk('gone'), [['old', 1n]])
    await t.client.deleteTable(table)
    await t.client.createTable(table, { ...plain, options: { maxVersions: 3 } })
    assert.equal((await t.client.getRow(table, pk('gone'))).row, undefined)
    await t.client.updateRow(table, pk('kept'), { put: [['new', 2n]] })
    const { row } = await t.client.getRow(table, pk('kept'), { maxVersions: 3 })
    assert.deepEqual(columnNames(row), ['new'])
    assert.deepEqual(latest(row), { new: 2n })
  }),

  drop('missing table', 'is refused', async (t) => {
    await missing(t.client.deleteTable(t.tableName()))
    await invalid(t.client.deleteTable(''), "Invalid table name: ''.")
  }),
]
