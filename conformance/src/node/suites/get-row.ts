import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../harness.js'
import { invalid } from '../service-error.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { AUTO_INCREMENT, columnNames, INF_MIN, latest, versions } from '../values.js'

const test = testsOf('GetRow')

const putColumns = async (t: Testing): Promise<string> => {
  const table = await t.table(numbered)
  await t.client.putRow(table, numberedKey(t.id, 1), [
    ['a', 1n],
    ['b', 'two'],
    ['c', 3.5],
    ['d', true],
  ])
  return table
}

const putVersions = async (t: Testing): Promise<string> => {
  const table = await t.table(versioned)
  await t.client.putRow(
    table,
    pk(t.id),
    [1, 2, 3, 4, 5].map((i) => ['c', BigInt(i), i * 1000] as const),
  )
  return table
}

export const getRowTests = [
  test('missing row', 'is an empty reply', async (t) => {
    const table = await t.table(plain)
    const reply = await t.client.getRow(table, pk(t.id))
    assert.equal(reply.row, undefined)
    assert.deepEqual(reply.consumed, { read: 1, write: 0 })
  }),

  test('missing table', 'is an invalid parameter', async (t) => {
    await invalid(t.client.getRow(t.tableName(), pk('a')))
    const dropped = await t.ownTable(plain)
    await t.client.deleteTable(dropped)
    await invalid(t.client.getRow(dropped, pk('a')))
  }),

  test('columns to get', 'return these columns and always the whole key', async (t) => {
    const table = await putColumns(t)
    const read = async (...columns: string[]) =>
      (await t.client.getRow(table, numberedKey(t.id, 1), { columns })).row
    const two = await read('c', 'a')
    assert.deepEqual(columnNames(two), ['a', 'c'])
    assert.deepEqual(two?.key, { pk: t.id, n: 1n })
    assert.deepEqual(columnNames(await read('b', 'b', 'absent')), ['b'])
    assert.deepEqual(columnNames(await read()), ['a', 'b', 'c', 'd'])
  }),

  test(
    'columns to get',
    'hide a row without any of them, unless a key column is named',
    async (t) => {
      const table = await putColumns(t)
      const read = async (...columns: string[]) =>
        (await t.client.getRow(table, numberedKey(t.id, 1), { columns })).row
      assert.equal(await read('absent'), undefined)
      assert.deepEqual(await read('absent', 'n'), { key: { pk: t.id, n: 1n }, cells: [] })
      assert.deepEqual(await read('pk', 'n'), { key: { pk: t.id, n: 1n }, cells: [] })
    },
  ),

  test('columns to get', 'at most 1024', async (t) => {
    const table = await putColumns(t)
    const names = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`)
    const read = (columns: string[]) => t.client.getRow(table, numberedKey(t.id, 1), { columns })
    assert.deepEqual(columnNames((await read([...names(1023), 'a'])).row), ['a'])
    await invalid(
      read(names(1025)),
      'The number of columns from the request exceeds the limit, limit count: 1024, ' +
        'column count: 1025.',
    )
    await invalid(read(['#a']), "Invalid column name: '#a'.")
  }),

  test('start and end column', 'start inclusive, end exclusive', async (t) => {
    const table = await putColumns(t)
    const read = async (selection: { startColumn?: string; endColumn?: string }) =>
      columnNames((await t.client.getRow(table, numberedKey(t.id, 1), selection)).row)
    assert.deepEqual(await read({ startColumn: 'b' }), ['b', 'c', 'd'])
    assert.deepEqual(await read({ endColumn: 'c' }), ['a', 'b'])
    assert.deepEqual(await read({ startColumn: 'b', endColumn: 'd' }), ['b', 'c'])
    assert.deepEqual(await read({ startColumn: 'aa' }), ['b', 'c', 'd'])
  }),

  test('start and end column', 'together with columns to get', async (t) => {
    const table = await putColumns(t)
    const { row } = await t.client.getRow(table, numberedKey(t.id, 1), {
      columns: ['a', 'b', 'd'],
      startColumn: 'b',
    })
    assert.deepEqual(columnNames(row), ['b', 'd'])
  }),

  test('max versions', 'returns the newest ones, newest first', async (t) => {
    const table = await putVersions(t)
    const read = async (maxVersions: number) =>
      versions((await t.client.getRow(table, pk(t.id), { maxVersions })).row, 'c')
    assert.deepEqual(await read(1), [[5000, 5n]])
    assert.deepEqual(await read(2), [
      [5000, 5n],
      [4000, 4n],
    ])
    assert.equal((await read(2_147_483_647)).length, 5)
  }),

  test('max versions', 'must be positive', async (t) => {
    const table = await putVersions(t)
    const read = t.client.getRow(table, pk(t.id), { maxVersions: -1 })
    await invalid(read, 'Invalid max versions: -1 . Reason: Max versions must be positive.')
  }),

  test('time range', 'start inclusive, end exclusive, with max versions inside it', async (t) => {
    const table = await putVersions(t)
    const read = async (start: number, end: number, maxVersions: number) =>
      versions(
        (await t.client.getRow(table, pk(t.id), { timeRange: [start, end], maxVersions })).row,
        'c',
      ).map(([timestamp]) => timestamp)
    assert.deepEqual(await read(2000, 5000, 10), [4000, 3000, 2000])
    assert.deepEqual(await read(2000, 5000, 2), [4000, 3000])
    assert.deepEqual(await read(2001, 5001, 10), [5000, 4000, 3000])
  }),

  test(
    'time range',
    'without a match returns the key, or no row with columns to get',
    async (t) => {
      const table = await putVersions(t)
      const whole = await t.client.getRow(table, pk(t.id), { timeRange: [1, 2] })
      assert.deepEqual(whole.row, { key: { pk: t.id }, cells: [] })
      const selected = await t.client.getRow(table, pk(t.id), { timeRange: [1, 2], columns: ['c'] })
      assert.equal(selected.row, undefined)
    },
  ),

  test(
    'specific time',
    'is refused together with max versions, which this SDK sends',
    async (t) => {
      const table = await putVersions(t)
      await invalid(
        t.client.getRow(table, pk(t.id), { specificTime: 3000 }),
        'Specific tiemstamp and max versions cannot be given at the same time.',
      )
    },
  ),

  test('all value types', 'columns come in byte order of their names', async (t) => {
    const table = await t.table(plain)
    const names = ['b', 'B', 'a1', 'a10', 'a2', '_', '~']
    await t.client.putRow(
      table,
      pk(t.id),
      names.map((name) => [name, name]),
    )
    const { row } = await t.client.getRow(table, pk(t.id))
    assert.deepEqual(columnNames(row), [...names].sort())
    assert.equal(latest(row)['a10'], 'a10')
  }),

  test('special key values', 'are refused', async (t) => {
    const table = await t.table(numbered)
    const read = (value: typeof INF_MIN | typeof AUTO_INCREMENT) =>
      t.client.getRow(table, [
        ['pk', t.id],
        ['n', value],
      ])
    await invalid(read(INF_MIN), 'VT_INF_MIN is an invalid type for the primary key.')
    await invalid(read(AUTO_INCREMENT), "PKAutoIncr can't be used for read operations.")
  }),

  test('request id', 'has 36 characters', async (t) => {
    const table = await t.table(plain)
    const { requestId } = await t.client.getRow(table, pk(t.id))
    assert.equal(requestId.length, 36)
  }),
]
