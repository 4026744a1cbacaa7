import assert from 'node:assert/strict'
import type { BatchChange } from '../client.js'
import { column } from '../filters.js'
import { testsOf } from '../harness.js'
import { invalid } from '../service-error.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { INF_MIN, latest, versions } from '../values.js'
import { MAX_VALUE } from './put-row.js'

const test = testsOf('BatchWriteRow')

const FAILED = { code: 'OTSConditionCheckFail', message: 'Condition check failed.' }

const errors = (rows: readonly { error: unknown }[]): unknown[] => rows.map(({ error }) => error)

export const batchWriteRowTests = [
  test('puts, updates and deletes', 'of several tables, in the order sent', async (t) => {
    const [one, two] = [await t.table(plain), await t.table(numbered)]
    await t.client.putRow(one, pk(`${t.id}c`), [['v', 1n]])
    const rows = await t.client.batchWriteRow([
      {
        table: one,
        rows: [
          { put: pk(`${t.id}a`), columns: [['v', 1n]] },
          { update: pk(`${t.id}b`), change: { put: [['v', 2n]] } },
          { delete: pk(`${t.id}c`) },
        ],
      },
      { table: two, rows: [{ put: numberedKey(t.id, 1), returns: 'PRIMARY_KEY' }] },
    ])
    assert.deepEqual(errors(rows), [undefined, undefined, undefined, undefined])
    assert.deepEqual(
      rows.map(({ table }) => table),
      [one, one, one, two],
    )
    assert.deepEqual(rows[3]?.row?.key, { pk: t.id, n: 1n })
    const [read] = await t.client.batchGetRow([
      { table: one, keys: ['a', 'b', 'c'].map((part) => pk(`${t.id}${part}`)) },
    ])
    assert.deepEqual(
      read?.map(({ row }) => row && latest(row)),
      [{ v: 1n }, { v: 2n }, undefined],
    )
  }),

  test('partial failure', 'a failed condition concerns its row alone', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      {
        table,
        rows: [
          { put: pk(`${t.id}1`), expect: 'EXPECT_EXIST' },
          { put: pk(`${t.id}2`), expect: 'EXPECT_NOT_EXIST' },
          {
            update: pk(`${t.id}3`),
            change: { put: [['v', 1n]] },
            when: column('v', '=', 1n, { passIfMissing: false }),
          },
          { delete: pk(`${t.id}4`), expect: 'EXPECT_NOT_EXIST' },
        ],
      },
    ])
    assert.deepEqual(errors(rows), [FAILED, undefined, FAILED, undefined])
    assert.deepEqual(
      rows.slice(1, 2).map(({ consumed }) => consumed),
      [{ read: 1, write: 1 }],
    )
    const [read] = await t.client.batchGetRow([
      { table, keys: [1, 2, 3].map((i) => pk(`${t.id}${i}`)) },
    ])
    assert.deepEqual(
      read?.map(({ row }) => row !== undefined),
      [false, true, false],
    )
  }),

  test('missing table', 'is an error for its rows alone', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      { table: t.tableName(), rows: [{ put: pk('a') }] },
      { table, rows: [{ put: pk(t.id) }] },
    ])
    const gone = { code: 'OTSObjectNotExist', message: 'Requested table does not exist.' }
    assert.deepEqual(errors(rows), [gone, undefined])
    assert.ok((await t.client.getRow(table, pk(t.id))).row)
  }),

  test('wrong key', 'is an error for its row alone', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      { table, rows: [{ put: [['pk', 1n]] }, { put: pk(t.id) }, { put: numberedKey(t.id, 1) }] },
    ])
    assert.deepEqual(errors(rows), [
      {
        code: 'OTSInvalidPK',
        message: 'Validate PK type fail. Input: VT_INTEGER, Meta: VT_STRING.',
      },
      undefined,
      { code: 'OTSInvalidPK', message: 'Validate PK size fail. Input: 2, Meta: 1.' },
    ])
  }),

  test('bad request', 'fails as a whole and stores nothing', async (t) => {
    const table = await t.table(plain)
    const good: BatchChange = { put: pk(t.id), columns: [['v', 1n]] }
    const write = (bad: BatchChange) => t.client.batchWriteRow([{ table, rows: [good, bad] }])
    await invalid(
      write({ put: [['pk', INF_MIN]] }),
      'VT_INF_MIN is an invalid type for the primary key.',
    )
    await invalid(
      write({ put: pk('x'), columns: [['v', 'x'.repeat(MAX_VALUE + 1)]] }),
      "The length of attribute column: 'v' exceeds the MaxLength:2097152 with " +
        'CurrentLength:2097153.',
    )
    const named = t.client.batchWriteRow([
      { table, rows: [good] },
      { table: '#', rows: [good] },
    ])
    await invalid(named, "Invalid table name: '#'.")
    assert.equal((await t.client.getRow(table, pk(t.id))).row, undefined)
  }),

  test('wrong row', 'an update of nothing is an error for its row alone', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      { table, rows: [{ update: pk(t.id), change: {} }, { put: pk(`${t.id}b`) }] },
    ])
    const text = 'Invalid update row request: missing cells in request.'
    assert.deepEqual(errors(rows), [{ code: 'OTSParameterInvalid', message: text }, undefined])
  }),

  test('repeated rows', 'the last one wins without conditions', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      {
        table,
        rows: [
          { put: pk(t.id), columns: [['a', 1n]] },
          { put: pk(t.id), columns: [['b', 2n]] },
          { update: pk(t.id), change: { put: [['c', 3n]] } },
        ],
      },
    ])
    assert.deepEqual(errors(rows), [undefined, undefined, undefined])
    assert.deepEqual(latest((await t.client.getRow(table, pk(t.id))).row), { b: 2n, c: 3n })
  }),

  test('repeated rows', 'the last one wins with explicit timestamps too', async (t) => {
    const table = await t.table(versioned)
    const rows = await t.client.batchWriteRow([
      {
        table,
        rows: [
          { update: pk(t.id), change: { put: [['a', 'one', 5]] } },
          { update: pk(t.id), change: { put: [['a', 'two', 5]] } },
        ],
      },
    ])
    assert.deepEqual(errors(rows), [undefined, undefined])
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 5 })
    assert.deepEqual(versions(row, 'a'), [[5, 'two']])
  }),

  test('repeated rows', 'are refused alone when they have conditions', async (t) => {
    const table = await t.table(plain)
    const rows = await t.client.batchWriteRow([
      {
        table,
        rows: [
          { put: pk(t.id), columns: [['v', 1n]], expect: 'EXPECT_NOT_EXIST' },
          { put: pk(t.id), columns: [['v', 2n]], when: column('v', '=', 1n) },
          { put: pk(t.id), columns: [['v', 3n]] },
        ],
      },
    ])
    const refusal = (what: string) => ({
      code: 'OTSParameterInvalid',
      message: `Repeated rows do not support ${what} check in BatchModify.`,
    })
    assert.deepEqual(errors(rows), [
      refusal('row exist expectation'),
      refusal('row condition'),
      undefined,
    ])
    assert.deepEqual(latest((await t.client.getRow(table, pk(t.id))).row), { v: 3n })
  }),

  test('limits', '200 rows, checked before the tables are looked up', async (t) => {
    const table = await t.table(plain)
    const puts = (count: number): BatchChange[] =>
      Array.from({ length: count }, (_, i) => ({ put: pk(`${t.id}${i}`) }))
    const rows = await t.client.batchWriteRow([{ table, rows: puts(200) }])
    assert.ok(rows.length === 200 && rows.every(({ error }) => error === undefined))
    const text = 'Rows count exceeds the upper limit: 200.'
    const absent = t.tableName()
    await invalid(t.client.batchWriteRow([{ table: absent, rows: puts(201) }]), text)
    const split = [
      { table, rows: puts(100) },
      { table: absent, rows: puts(101) },
    ]
    await invalid(t.client.batchWriteRow(split), text)
  }),

  test('limits', '4 MiB of data, to the byte', async (t) => {
    const table = await t.table(plain)
    const keyOf = (i: number) => `${t.id}${i}`
    const overhead = 2 * (2 + keyOf(0).length + 1)
    const write = (size: number) => {
      const first = 2_000_000
      return t.client.batchWriteRow([
        {
          table,
          rows: [
            { put: pk(keyOf(0)), columns: [['c', 'x'.repeat(first)]] },
            { put: pk(keyOf(1)), columns: [['c', 'x'.repeat(size - first - overhead)]] },
          ],
        },
      ])
    }
    assert.deepEqual(errors(await write(4_000_000)), [undefined, undefined])
    const three = t.client.batchWriteRow([
      {
        table,
        rows: [0, 1, 2].map((i) => ({
          put: pk(keyOf(i)),
          columns: [['c', 'x'.repeat(1_398_101 + (i === 2 ? 2 : 0) - overhead / 2)]] as const,
        })),
      },
    ])
    await invalid(
      three,
      'The total data size of BatchWriteRow request exceeds the limit, limit size: 4194304, ' +
        'data size: 4194305.',
    )
  }),

  test('no rows', 'a table without operations is refused', async (t) => {
    const table = await t.table(plain)
    const empty = t.client.batchWriteRow([{ table, rows: [] }])
    await invalid(empty, `No operation is specified for table: '${table}'.`)
  }),
]
