import assert from 'node:assert/strict'
import type { Client } from '../client.js'
import { column } from '../filters.js'
import { testsOf } from '../harness.js'
import { conditionFailed, invalid } from '../service-error.js'
import { autoIncrement, pk, plain, versioned } from '../shapes.js'
import { AUTO_INCREMENT, latest, versions, type Value } from '../values.js'

const test = testsOf('Atomic counters')

const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)
const TWO_53 = 2n ** 53n

const increment = (client: Client, table: string, id: string, by: bigint) =>
  client.updateRow(
    table,
    pk(id),
    { increment: [['hits', by]] },
    { returns: 'AFTER_MODIFY', returnColumns: ['hits'] },
  )

const counter = async (client: Client, table: string, id: string): Promise<Value | undefined> =>
  latest((await client.getRow(table, pk(id))).row)['hits']

/** [before, added, after] */
const SUMS: readonly (readonly [bigint, bigint, bigint])[] = [
  [INT64_MAX - 1n, 1n, INT64_MAX],
  [INT64_MIN + 1n, -1n, INT64_MIN],
  [INT64_MAX, INT64_MIN, -1n],
  [INT64_MIN, INT64_MAX, -1n],
  [TWO_53, 1n, TWO_53 + 1n],
  [TWO_53 - 1n, 2n, TWO_53 + 1n],
  [-TWO_53, -1n, -TWO_53 - 1n],
  [-TWO_53 - 1n, 2n, -TWO_53 + 1n],
  [5n, 0n, 5n],
]

export const counterTests = [
  test('missing column', 'counts as zero and creates the row', async (t) => {
    const table = await t.table(plain)
    const { row } = await increment(t.client, table, t.id, 7n)
    assert.deepEqual(row?.key, {}, 'the columns come without the key')
    assert.deepEqual(latest(row), { hits: 7n })
    assert.equal(await counter(t.client, table, t.id), 7n)
  }),

  test('adds and subtracts', 'returns the new value', async (t) => {
    const table = await t.table(plain)
    const sums: (Value | undefined)[] = []
    for (const by of [10n, -3n, 0n, -20n]) {
      sums.push(latest((await increment(t.client, table, t.id, by)).row)['hits'])
    }
    assert.deepEqual(sums, [10n, 7n, 7n, -13n])
  }),

  test('64-bit integers', 'exact at the limits and around 2^53', async (t) => {
    const table = await t.table(plain)
    for (const [before, by, after] of SUMS) {
      await t.client.putRow(table, pk(t.id), [['hits', before]])
      const { row } = await increment(t.client, table, t.id, by)
      assert.deepEqual(latest(row), { hits: after })
      assert.equal(await counter(t.client, table, t.id), after)
    }
  }),

  test('overflow', 'is refused and changes nothing', async (t) => {
    const table = await t.table(plain)
    for (const [value, by] of [
      [INT64_MAX, 1n],
      [INT64_MIN, -1n],
      [1n, INT64_MAX],
    ] as const) {
      await t.client.putRow(table, pk(t.id), [['hits', value]])
      await invalid(increment(t.client, table, t.id, by))
      assert.equal(await counter(t.client, table, t.id), value)
    }
  }),

  test('other types', 'are refused', async (t) => {
    const table = await t.table(plain)
    for (const value of ['1', 1.5, true, Buffer.from([1])]) {
      await t.client.putRow(table, pk(t.id), [['hits', value]])
      await invalid(increment(t.client, table, t.id, 1n))
    }
    const operand = t.client.updateRow(table, pk(t.id), { increment: [['other', 1.5]] })
    await invalid(operand)
  }),

  test('versions', 'a new version on top of the latest', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['hits', 1n, 1],
      ['hits', 10n, 2],
    ])
    await increment(t.client, table, t.id, 5n)
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(
      versions(row, 'hits').map(([, value]) => value),
      [15n, 10n, 1n],
    )
    const explicit = t.client.updateRow(table, pk(t.id), { increment: [['hits', 1n, 5]] })
    await invalid(explicit)
  }),

  test('beside other changes', 'puts and deletes other columns', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [
      ['gone', 1n],
      ['hits', 1n],
    ])
    await t.client.updateRow(table, pk(t.id), {
      put: [['new', 'x']],
      deleteAll: ['gone'],
      increment: [['hits', 1n]],
    })
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(latest(row), { hits: 2n, new: 'x' })
  }),

  test('beside other changes', 'is refused for the same column', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['hits', 1n]])
    const both = { increment: [['hits', 1n]], put: [['hits', 5n]] } as const
    await invalid(t.client.updateRow(table, pk(t.id), both))
    const removed = { increment: [['hits', 1n]], deleteAll: ['hits'] } as const
    await invalid(t.client.updateRow(table, pk(t.id), removed))
    assert.equal(await counter(t.client, table, t.id), 1n)
  }),

  test('return type', 'returns only incremented columns', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [
      ['hits', 1n],
      ['plain', 1n],
    ])
    const update = t.client.updateRow(
      table,
      pk(t.id),
      { increment: [['hits', 1n]] },
      { returns: 'AFTER_MODIFY', returnColumns: ['hits', 'plain'] },
    )
    await invalid(update)
    assert.equal(await counter(t.client, table, t.id), 1n)
  }),

  test('return type', 'a reply with the key has no columns', async (t) => {
    const table = await t.table(plain)
    const update = t.client.updateRow(
      table,
      pk(t.id),
      { increment: [['hits', 1n]] },
      { returns: 'PRIMARY_KEY', returnColumns: ['hits'] },
    )
    await invalid(update)
  }),

  test('conditions', 'an unmet one does not increment', async (t) => {
    const table = await t.table(plain)
    const once = () =>
      t.client.updateRow(
        table,
        pk(t.id),
        { increment: [['hits', 1n]] },
        { expect: 'EXPECT_NOT_EXIST' },
      )
    await once()
    await conditionFailed(once())
    const low = t.client.updateRow(
      table,
      pk(t.id),
      { increment: [['hits', 1n]] },
      { when: column('hits', '>', 5n) },
    )
    await conditionFailed(low)
    assert.equal(await counter(t.client, table, t.id), 1n)
  }),

  test('in BatchWriteRow', 'a row with a counter appears once', async (t) => {
    const table = await t.table(plain)
    const change = { update: pk(t.id), change: { increment: [['hits', 1n]] } } as const
    const [first] = await t.client.batchWriteRow([
      { table, rows: [{ ...change, returns: 'AFTER_MODIFY', returnColumns: ['hits'] }] },
    ])
    assert.deepEqual(latest(first?.row), { hits: 1n })
    const twice = await t.client.batchWriteRow([{ table, rows: [change, change] }])
    const text = 'Repeated rows do not support increment in BatchModify.'
    assert.deepEqual(
      twice.map(({ error }) => error),
      Array(2).fill({ code: 'OTSParameterInvalid', message: text }),
    )
    assert.equal(await counter(t.client, table, t.id), 1n)
  }),

  test('concurrency', 'no increment is lost', async (t) => {
    const table = await t.table(plain)
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => increment(t.client, table, t.id, 1n)),
    )
    const seen = new Set(replies.map(({ row }) => latest(row)['hits']))
    assert.equal(seen.size, 200)
    assert.equal(await counter(t.client, table, t.id), 200n)
  }),

  test('capacity units', 'an increment reads one unit', async (t) => {
    const table = await t.table(plain)
    const { consumed } = await increment(t.client, table, t.id, 1n)
    assert.deepEqual(consumed, { read: 1, write: 1 })
  }),

  test('auto-increment key', 'the placeholder creates a counter row', async (t) => {
    const table = await t.table(autoIncrement)
    const { row } = await t.client.updateRow(
      table,
      [
        ['pk', t.id],
        ['id', AUTO_INCREMENT],
      ],
      { increment: [['hits', 3n]] },
      { returns: 'PRIMARY_KEY' },
    )
    const id = row?.key['id']
    assert.ok(typeof id === 'bigint' && id > 0n)
    const read = await t.client.getRow(table, [
      ['pk', t.id],
      ['id', id],
    ])
    assert.deepEqual(latest(read.row), { hits: 3n })
  }),
]
