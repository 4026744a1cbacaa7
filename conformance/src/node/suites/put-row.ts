import assert from 'node:assert/strict'
import { testsOf } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { AUTO_INCREMENT, columnNames, INF_MAX, INF_MIN, latest, versions } from '../values.js'

const test = testsOf('PutRow')

export const MAX_VALUE = 2_097_152

export const INTEGERS: readonly bigint[] = [
  -(2n ** 63n),
  2n ** 63n - 1n,
  -(2n ** 53n) - 1n,
  -(2n ** 53n),
  -(2n ** 53n) + 1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  -1n,
  0n,
]

export const putRowTests = [
  test('all value types', 'are read as they were written', async (t) => {
    const table = await t.table(plain)
    const values = {
      binary: Buffer.from([0, 255, 1, 0]),
      double: -1.5e-300,
      'empty binary': Buffer.alloc(0),
      'empty string': '',
      false: false,
      integer: 42n,
      'negative zero': -0,
      string: 'text',
      true: true,
    }
    await t.client.putRow(table, pk(t.id), Object.entries(values))
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(latest(row), values)
    assert.deepEqual(columnNames(row), Object.keys(values))
  }),

  test('64-bit integers', 'are exact at the limits and around 2^53', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(
      table,
      pk(t.id),
      INTEGERS.map((value, i) => [`c${i}`, value]),
    )
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(
      row?.cells.map(({ value }) => value),
      INTEGERS,
    )
  }),

  test('Unicode text', 'in keys and values', async (t) => {
    const table = await t.table(plain)
    const text = '表格存储 — 🏮𠮷 ß\u0000\n'
    const key = pk(`${t.id}公司`)
    await t.client.putRow(table, key, [['c', text]])
    const { row } = await t.client.getRow(table, key)
    assert.deepEqual(latest(row), { c: text })
    assert.deepEqual(row?.key, { pk: `${t.id}公司` })
  }),

  test('replaces the row', 'removes every old column and version', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['a', 1n, 1000],
      ['a', 2n, 2000],
      ['b', 'old'],
    ])
    await t.client.putRow(table, pk(t.id), [['c', true]])
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(columnNames(row), ['c'])
  }),

  test('row without attributes', 'is stored', async (t) => {
    const table = await t.table(plain)
    const put = await t.client.putRow(table, pk(t.id))
    assert.deepEqual(put.consumed, { read: 0, write: 1 })
    const { row, consumed } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(row, { key: { pk: t.id }, cells: [] })
    assert.deepEqual(consumed, { read: 1, write: 0 })
  }),

  test('explicit timestamps', 'are kept; the last of equal ones wins', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 'a', 5],
      ['c', 'b', 7],
      ['c', 'c', 5],
      ['c', 'd', 0],
    ])
    const { row } = await t.client.getRow(table, pk(t.id), { maxVersions: 10 })
    assert.deepEqual(versions(row, 'c'), [
      [7, 'b'],
      [5, 'c'],
      [0, 'd'],
    ])
  }),

  test('explicit timestamps', 'are allowed below INT64_MAX/1000', async (t) => {
    const table = await t.table(versioned)
    const last = 9_223_372_036_854_774
    await t.client.putRow(table, pk(t.id), [['c', 1n, last]])
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(versions(row, 'c'), [[last, 1n]])
    const text = 'Timestamp must be in range [0, INT64_MAX/1000).'
    await invalid(t.client.putRow(table, pk(t.id), [['c', 1n, last + 2]]), text)
    await invalid(t.client.putRow(table, pk(t.id), [['c', 1n, -1]]), text)
  }),

  test('time deviation', 'refuses a version too far from now', async (t) => {
    const table = await t.table(plain)
    const now = Date.now()
    await t.client.putRow(table, pk(t.id), [['near', 1n, now - 3_600_000]])
    for (const timestamp of [now - 90_000_000, now + 90_000_000, 1]) {
      const far = t.client.putRow(table, pk(t.id), [['far', 1n, timestamp]])
      await invalid(far, 'Invalid timestamp. Cell:far.')
    }
  }),

  test('value size', '2 MiB are stored, one byte more is refused', async (t) => {
    const table = await t.table(plain)
    const text = 'x'.repeat(MAX_VALUE)
    await t.client.putRow(table, pk(t.id), [['c', text]])
    assert.ok(latest((await t.client.getRow(table, pk(t.id))).row)['c'] === text)
    const refusal =
      "The length of attribute column: 'c' exceeds the MaxLength:2097152 with " +
      'CurrentLength:2097153.'
    await invalid(t.client.putRow(table, pk(t.id), [['c', `${text}x`]]), refusal)
    const binary = Buffer.alloc(MAX_VALUE + 1)
    await invalid(t.client.putRow(table, pk(t.id), [['c', binary]]), refusal)
  }),

  test('request size', 'more than 4 MiB is refused', async (t) => {
    const table = await t.table(plain)
    const half = 'x'.repeat(MAX_VALUE)
    const put = t.client.putRow(table, pk(t.id), [
      ['a', half],
      ['b', half],
    ])
    const size = 2 + t.id.length + 2 * (1 + MAX_VALUE)
    await invalid(
      put,
      'The total data size of PutRow request exceeds the limit, limit size: 4194304, ' +
        `data size: ${size}.`,
    )
    assert.equal((await t.client.getRow(table, pk(t.id))).row, undefined)
  }),

  test('request size', 'a body over 5 MB is refused unread', async (t) => {
    const table = await t.table(plain)
    const value = 'x'.repeat(MAX_VALUE)
    const put = t.client.putRow(table, pk(t.id), [
      ['a', value],
      ['b', value],
      ['c', value],
    ])
    await refused(put, 413, 'OTSRequestBodyTooLarge', 'The size of POST data is too large.')
    assert.equal((await t.client.getRow(table, pk(t.id))).row, undefined)
  }),

  test('cells of one request', '1024 are stored, 1025 are refused', async (t) => {
    const table = await t.table(plain)
    const cells = (count: number) =>
      Array.from({ length: count }, (_, i) => [`c${i}`, BigInt(i)] as const)
    await t.client.putRow(table, pk(t.id), cells(1024))
    assert.equal((await t.client.getRow(table, pk(t.id))).row?.cells.length, 1024)
    await invalid(
      t.client.putRow(table, pk(t.id), cells(1025)),
      'The number of attribute columns exceeds the limit, limit count: 1024, column count: 1025.',
    )
  }),

  test('column name rules', 'accepts nearly every name', async (t) => {
    const table = await t.table(plain)
    const names = ['a.b', ':', "'", '"', '$&*()', '/', '\\', '\n', ' ', 'n'.repeat(255)]
    await t.client.putRow(
      table,
      pk(t.id),
      names.map((name) => [name, name]),
    )
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(columnNames(row), [...names].sort())
  }),

  test('column name rules', 'refuses a leading # and more than 255 bytes', async (t) => {
    const table = await t.table(plain)
    for (const name of ['#', '#abc', '# ', 'n'.repeat(256)]) {
      const put = t.client.putRow(table, pk(t.id), [[name, 1n]])
      await invalid(put, `Invalid column name: '${name}'.`)
    }
  }),

  test('column name rules', 'refuses the name of a key column', async (t) => {
    const table = await t.table(plain)
    const put = t.client.putRow(table, pk(t.id), [['pk', 1n]])
    await invalid(put, 'Duplicated attribute column name with primary key column: pk.')
  }),

  test('return type', 'returns the key when asked', async (t) => {
    const table = await t.table(numbered)
    const none = await t.client.putRow(table, numberedKey(t.id, 1), [['c', 1n]])
    assert.equal(none.row, undefined)
    const asked = await t.client.putRow(table, numberedKey(t.id, 1), [['c', 1n]], {
      returns: 'PRIMARY_KEY',
    })
    assert.deepEqual(asked.row, { key: { pk: t.id, n: 1n }, cells: [] })
  }),

  test('special key values', 'are refused', async (t) => {
    const table = await t.table(numbered)
    for (const [value, name] of [
      [INF_MIN, 'VT_INF_MIN'],
      [INF_MAX, 'VT_INF_MAX'],
    ] as const) {
      const put = t.client.putRow(table, [
        ['pk', t.id],
        ['n', value],
      ])
      await invalid(put, `${name} is an invalid type for the primary key.`)
    }
    const placeholder = t.client.putRow(table, [
      ['pk', t.id],
      ['n', AUTO_INCREMENT],
    ])
    await assert.rejects(placeholder, { status: 400 })
  }),

  test('missing table', 'is refused after the stateless checks', async (t) => {
    const put = t.client.putRow(t.tableName(), pk('a'), [['c', 1n]])
    await refused(put, 404, 'OTSObjectNotExist', 'Requested table does not exist.')
    await invalid(t.client.putRow('3t', pk('a')), "Invalid table name: '3t'.")
    await invalid(t.client.putRow(t.tableName(), pk('a'), [['#c', 1n]]))
  }),
]
