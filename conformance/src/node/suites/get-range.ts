import assert from 'node:assert/strict'
import type { RangeSelection } from '../client.js'
import { column } from '../filters.js'
import { testsOf, type Testing } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { numbered, numberedKey, pk } from '../shapes.js'
import { MAX_DEVIATION, type TableShape } from '../tables.js'
import { columnNames, INF_MAX, INF_MIN, type Column, type Key, type KeyValue } from '../values.js'

const test = testsOf('GetRange')

const three: TableShape = {
  key: [
    ['a', 'STRING'],
    ['b', 'STRING'],
    ['c', 'INTEGER'],
  ],
}

const timed: TableShape = {
  ...numbered,
  options: { maxVersions: 5, maxTimeDeviation: MAX_DEVIATION },
}

const bound = (id: string, value: KeyValue): Key => [
  ['pk', id],
  ['n', value],
]

/** Writes rows 1 to `count` under the test's partition key, 200 to a request. */
export const fill = async (
  t: Testing,
  table: string,
  count: number,
  columns: readonly Column[] = [],
): Promise<void> => {
  for (let from = 1; from <= count; from += 200) {
    const length = Math.min(200, count - from + 1)
    const rows = Array.from({ length }, (_, i) => ({
      put: numberedKey(t.id, from + i),
      columns,
    }))
    const results = await t.client.batchWriteRow([{ table, rows }])
    for (const { error } of results) assert.equal(error, undefined)
  }
}

const ns = (rows: readonly { key: Readonly<Record<string, unknown>> }[]): unknown[] =>
  rows.map(({ key }) => key['n'])

const whole = (t: Testing, table: string, selection: RangeSelection = {}) =>
  t.client.getRange(table, bound(t.id, INF_MIN), bound(t.id, INF_MAX), selection)

export const getRangeTests = [
  test('both directions', 'start inclusive, end exclusive', async (t) => {
    const table = await t.table(numbered)
    await fill(t, table, 5)
    const up = await t.client.getRange(table, bound(t.id, 2n), bound(t.id, 4n))
    assert.deepEqual(ns(up.rows), [2n, 3n])
    assert.equal(up.next, undefined)
    const down = await t.client.getRange(table, bound(t.id, 4n), bound(t.id, 2n), {
      direction: 'BACKWARD',
    })
    assert.deepEqual(ns(down.rows), [4n, 3n])
    assert.equal(down.next, undefined)
  }),

  test('INF_MIN and INF_MAX', 'in any key column', async (t) => {
    const table = await t.table(three)
    const keyOf = (b: KeyValue, c: KeyValue): Key => [
      ['a', t.id],
      ['b', b],
      ['c', c],
    ]
    for (const b of ['A', 'B', 'C']) {
      for (const c of [1n, 2n]) await t.client.putRow(table, keyOf(b, c))
    }
    const between = async (start: Key, end: Key) => {
      const { rows } = await t.client.getRange(table, start, end)
      return rows.map(({ key }) => `${String(key['b'])}${String(key['c'])}`)
    }
    assert.deepEqual(await between(keyOf('B', INF_MIN), keyOf('B', INF_MAX)), ['B1', 'B2'])
    assert.deepEqual(await between(keyOf('A', INF_MAX), keyOf('C', INF_MIN)), ['B1', 'B2'])
    assert.deepEqual(await between(keyOf(INF_MIN, INF_MIN), keyOf('A', 2n)), ['A1'])
    assert.deepEqual(await between(keyOf('A', 2n), keyOf('B', INF_MAX)), ['A2', 'B1', 'B2'])
    assert.deepEqual(await between(keyOf(INF_MIN, 10n), keyOf('A', INF_MAX)), ['A1', 'A2'])
    assert.deepEqual(await between(keyOf('B', 2n), keyOf(INF_MAX, 2n)), ['B2', 'C1', 'C2'])
  }),

  test('begin and end', 'must fit the direction', async (t) => {
    const table = await t.table(numbered)
    const read = (start: bigint, end: bigint, direction: 'FORWARD' | 'BACKWARD') =>
      t.client.getRange(table, bound(t.id, start), bound(t.id, end), { direction })
    const forward = 'Begin key must less than end key in FORWARD'
    await invalid(read(2n, 1n, 'FORWARD'), forward)
    await invalid(read(2n, 2n, 'FORWARD'), forward)
    const backward = 'Begin key must more than end key in BACKWARD'
    await invalid(read(1n, 2n, 'BACKWARD'), backward)
    await invalid(read(2n, 2n, 'BACKWARD'), backward)
  }),

  test('begin and end', 'are checked against the schema before their order', async (t) => {
    const table = await t.table(numbered)
    const read = (start: Key, end: Key) => t.client.getRange(table, start, end)
    const mismatch = (call: Promise<unknown>, text: string) =>
      refused(call, 400, 'OTSInvalidPK', `Validate PK ${text}`)
    const low = bound(t.id, 1n)
    await mismatch(read(bound(t.id, 2n), pk(t.id)), 'size fail. Input: 1, Meta: 2.')
    const named: Key = [
      ['pk', t.id],
      ['m', INF_MAX],
    ]
    await mismatch(read(named, low), 'name fail. Input: m, Meta: n.')
    const typed: Key = [
      ['pk', t.id],
      ['n', 'two'],
    ]
    await mismatch(read(typed, low), 'type fail. Input: VT_STRING, Meta: VT_INTEGER.')
    await mismatch(read(low, typed), 'type fail. Input: VT_STRING, Meta: VT_INTEGER.')
  }),

  test('limit and next key', 'next is the first row not read', async (t) => {
    const table = await t.table(numbered)
    await fill(t, table, 20)
    const first = await whole(t, table, { limit: 10 })
    assert.equal(first.rows.length, 10)
    assert.deepEqual(first.next, { pk: t.id, n: 11n })
    const second = await t.client.getRange(table, bound(t.id, 11n), bound(t.id, INF_MAX), {
      limit: 10,
    })
    assert.deepEqual(ns(second.rows).at(-1), 20n)
    assert.equal(second.next, undefined)
    const more = await whole(t, table, { limit: 50 })
    assert.deepEqual([more.rows.length, more.next], [20, undefined])
  }),

  test('limit and next key', 'backward too', async (t) => {
    const table = await t.table(numbered)
    await fill(t, table, 5)
    const page = await t.client.getRange(table, bound(t.id, INF_MAX), bound(t.id, INF_MIN), {
      direction: 'BACKWARD',
      limit: 2,
    })
    assert.deepEqual(ns(page.rows), [5n, 4n])
    assert.deepEqual(page.next, { pk: t.id, n: 3n })
  }),

  test('limit and next key', 'the limit must be positive', async (t) => {
    const table = await t.table(numbered)
    await invalid(whole(t, table, { limit: -1 }), 'The limit must be greater than 0.')
  }),

  test('5000 rows', 'end a page, unless nothing follows', async (t) => {
    const table = await t.table(numbered)
    await fill(t, table, 5001)
    const page = await whole(t, table)
    assert.equal(page.rows.length, 5000)
    assert.deepEqual(page.next, { pk: t.id, n: 5001n })
    const exact = await t.client.getRange(table, bound(t.id, 1n), bound(t.id, 5001n))
    assert.equal(exact.rows.length, 5000)
    assert.equal(exact.next, undefined)
    const filtered = await whole(t, table, {
      filter: column('absent', '=', 1n, { passIfMissing: false }),
    })
    assert.deepEqual([filtered.rows.length, filtered.next], [0, { pk: t.id, n: 5001n }])
  }),

  test('4 MiB', 'end a page, the next row is the next key', async (t) => {
    const table = await t.table(numbered)
    const row = 1 + 8 + 2 + t.id.length
    const third = 1_398_101
    const columns = (extra: number): Column[] => [['c', 'x'.repeat(third - row - 1 + extra)]]
    for (const n of [1, 2, 3]) {
      await t.client.putRow(table, numberedKey(t.id, n), columns(n === 3 ? 1 : 0))
    }
    const fits = await whole(t, table)
    assert.equal(fits.rows.length, 3)
    assert.equal(fits.next, undefined)
    await t.client.putRow(table, numberedKey(t.id, 3), columns(2))
    const over = await whole(t, table)
    assert.equal(over.rows.length, 2)
    assert.deepEqual(over.next, { pk: t.id, n: 3n })
  }),

  test('4 MiB', 'a larger row is returned whole', async (t) => {
    const table = await t.table(numbered)
    const value = 'x'.repeat(1_500_000)
    for (const name of ['a', 'b', 'c', 'd']) {
      await t.client.updateRow(table, numberedKey(t.id, 1), { put: [[name, value]] })
    }
    await t.client.putRow(table, numberedKey(t.id, 2))
    const page = await whole(t, table)
    assert.deepEqual(columnNames(page.rows[0]), ['a', 'b', 'c', 'd'])
    assert.deepEqual([page.rows.length, page.next], [1, { pk: t.id, n: 2n }])
  }),

  test('columns to get', 'leave out rows without any of them', async (t) => {
    const table = await t.table(numbered)
    await t.client.putRow(table, numberedKey(t.id, 1), [['a', 1n]])
    await t.client.putRow(table, numberedKey(t.id, 2), [['b', 1n]])
    await t.client.putRow(table, numberedKey(t.id, 3))
    assert.deepEqual(ns((await whole(t, table, { columns: ['a'] })).rows), [1n])
    assert.deepEqual(ns((await whole(t, table, { columns: ['a', 'n'] })).rows), [1n, 2n, 3n])
    assert.deepEqual(ns((await whole(t, table)).rows), [1n, 2n, 3n])
  }),

  test('time range', 'returns the keys of rows without a version in it', async (t) => {
    const table = await t.table(timed)
    await t.client.putRow(table, numberedKey(t.id, 1), [['a', 1n, 100]])
    await t.client.putRow(table, numberedKey(t.id, 2), [['a', 1n, 200]])
    const { rows } = await whole(t, table, { timeRange: [150, 250] })
    assert.deepEqual(
      rows.map((row) => columnNames(row)),
      [[], ['a']],
    )
    const selected = await whole(t, table, { timeRange: [150, 250], columns: ['a'] })
    assert.deepEqual(ns(selected.rows), [2n])
  }),

  test('start and end column', 'apply to every row', async (t) => {
    const table = await t.table(numbered)
    await fill(t, table, 2, [
      ['a', 1n],
      ['b', 1n],
      ['c', 1n],
    ])
    const { rows } = await whole(t, table, { startColumn: 'b', endColumn: 'c' })
    assert.deepEqual(rows.map(columnNames), [['b'], ['b']])
  }),

  test('empty range', 'is an empty page', async (t) => {
    const table = await t.table(numbered)
    const page = await whole(t, table)
    assert.deepEqual(page, { rows: [], consumed: { read: 1, write: 0 }, next: undefined })
  }),

  test('missing table', 'is an invalid parameter', async (t) => {
    await invalid(t.client.getRange(t.tableName(), pk('a'), pk('b')))
  }),
]
