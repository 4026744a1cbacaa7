import assert from 'node:assert/strict'
import { column } from '../filters.js'
import { testsOf } from '../harness.js'
import { invalid } from '../service-error.js'
import { numbered, numberedKey, pk, plain } from '../shapes.js'
import { columnNames, INF_MAX } from '../values.js'

const test = testsOf('BatchGetRow')

export const batchGetRowTests = [
  test('rows of several tables', 'come in the order asked for', async (t) => {
    const [one, two] = [await t.table(plain), await t.table(numbered)]
    await t.client.putRow(one, pk(t.id), [['a', 1n]])
    await t.client.putRow(two, numberedKey(t.id, 2), [
      ['b', 2n],
      ['c', 3n],
    ])
    const [first, second] = await t.client.batchGetRow([
      { table: one, keys: [pk(`${t.id}-absent`), pk(t.id)] },
      { table: two, keys: [numberedKey(t.id, 2), numberedKey(t.id, 1)], columns: ['c'] },
    ])
    assert.deepEqual(
      first?.map(({ row }) => row?.key['pk']),
      [undefined, t.id],
    )
    assert.deepEqual(
      second?.map(({ row }) => columnNames(row)),
      [['c'], []],
    )
    for (const { error, consumed } of [...(first ?? []), ...(second ?? [])]) {
      assert.equal(error, undefined)
      assert.deepEqual(consumed, { read: 1, write: 0 })
    }
  }),

  test('repeated rows and tables', 'are served each time', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['a', 1n]])
    const replies = await t.client.batchGetRow([
      { table, keys: [pk(t.id), pk(t.id)] },
      { table, keys: [pk(t.id)] },
    ])
    assert.deepEqual(
      replies.map((rows) => rows.map(({ row }) => row?.key['pk'])),
      [[t.id, t.id], [t.id]],
    )
  }),

  test('missing table', 'is an error for its rows alone', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id))
    const [gone, there] = await t.client.batchGetRow([
      { table: t.tableName(), keys: [pk('a'), pk('b')] },
      { table, keys: [pk(t.id)] },
    ])
    const error = { code: 'OTSObjectNotExist', message: 'Requested table does not exist.' }
    assert.deepEqual(
      gone?.map((row) => row.error),
      [error, error],
    )
    assert.ok(there?.[0]?.row)
  }),

  test('wrong key', 'is an error for its row alone', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id))
    const [rows] = await t.client.batchGetRow([{ table, keys: [[['k', 'a']], pk(t.id)] }])
    const error = {
      code: 'OTSInvalidPK',
      message: 'Validate PK name fail. Input: k, Meta: pk.',
    }
    assert.deepEqual(rows?.[0]?.error, error)
    assert.ok(rows?.[1]?.row)
  }),

  test('bad request', 'fails as a whole', async (t) => {
    const table = await t.table(plain)
    const bad = t.client.batchGetRow([
      { table, keys: [pk(t.id)] },
      { table: '3t', keys: [pk(t.id)] },
    ])
    await invalid(bad, "Invalid table name: '3t'.")
    const inf = t.client.batchGetRow([{ table, keys: [pk(t.id), [['pk', INF_MAX]]] }])
    await invalid(inf, 'VT_INF_MAX is an invalid type for the primary key.')
    const columns = Array.from({ length: 1025 }, (_, i) => `c${i}`)
    await invalid(
      t.client.batchGetRow([{ table, keys: [pk(t.id)], columns }]),
      'The number of columns from the request exceeds the limit, limit count: 1024, ' +
        'column count: 1025.',
    )
  }),

  test('filter per table', 'a dropped row is like a missing one', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(`${t.id}1`), [['a', 1n]])
    await t.client.putRow(table, pk(`${t.id}2`), [['a', 2n]])
    const [rows] = await t.client.batchGetRow([
      { table, keys: [pk(`${t.id}1`), pk(`${t.id}2`)], filter: column('a', '>', 1n) },
    ])
    assert.deepEqual(
      rows?.map(({ row, error }) => [row !== undefined, error]),
      [
        [false, undefined],
        [true, undefined],
      ],
    )
  }),

  test('limits', '100 rows, over all tables', async (t) => {
    const table = await t.table(plain)
    const keys = (count: number) => Array.from({ length: count }, (_, i) => pk(`${t.id}${i}`))
    const [rows] = await t.client.batchGetRow([{ table, keys: keys(100) }])
    assert.equal(rows?.length, 100)
    const text = 'Rows count exceeds the upper limit: 100.'
    await invalid(t.client.batchGetRow([{ table, keys: keys(101) }]), text)
    const split = [
      { table, keys: keys(60) },
      { table, keys: keys(41) },
    ]
    await invalid(t.client.batchGetRow(split), text)
  }),

  test('no rows', 'are refused', async (t) => {
    await invalid(t.client.batchGetRow([]), 'No row specified in the request of BatchGetRow.')
  }),
]
