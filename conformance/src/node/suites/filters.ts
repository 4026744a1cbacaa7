import assert from 'node:assert/strict'
import type { SdkFilter } from 'tablestore'
import { and, column, columnPage, not, or } from '../filters.js'
import { testsOf, type Testing } from '../harness.js'
import { invalid } from '../service-error.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { columnNames, type Value } from '../values.js'

const test = testsOf('Filters')

const STORED: readonly (readonly [string, Value])[] = [
  ['binary', Buffer.from([1, 200])],
  ['double', -0.5],
  ['flag', false],
  ['max', 2n ** 63n - 1n],
  ['odd', 2n ** 53n + 1n],
  ['text', '北京'],
]

const CASES: readonly (readonly [string, SdkFilter, boolean])[] = [
  ['= integer', column('odd', '=', 2n ** 53n + 1n), true],
  ['= neighbour that equals it as a double', column('odd', '=', 2n ** 53n), false],
  ['> neighbour', column('odd', '>', 2n ** 53n), true],
  ['>= int64 max', column('max', '>=', 2n ** 63n - 1n), true],
  ['< int64 max', column('max', '<', 2n ** 63n - 1n), false],
  ['> int64 min', column('max', '>', -(2n ** 63n)), true],
  ['< double', column('double', '<', 0.25), true],
  ['!= double', column('double', '!=', -0.5), false],
  ['= boolean', column('flag', '=', false), true],
  ['boolean false < true', column('flag', '<', true), true],
  ['= text', column('text', '=', '北京'), true],
  ['text by UTF-8 bytes', column('text', '>', 'zzz'), true],
  ['binary by unsigned bytes', column('binary', '>', Buffer.from([1, 127])), true],
  ['shorter prefix first', column('binary', '>', Buffer.from([1])), true],
  ['<= text', column('text', '<=', '上海'), false],
  ['other type never matches', column('max', '=', 'x'), false],
  ['other type, not equal', column('max', '!=', 1.5), false],
  ['missing column passes by default', column('absent', '=', 1n), true],
  ['missing column fails', column('absent', '=', 1n, { passIfMissing: false }), false],
  ['and', and(column('flag', '=', false), column('double', '<', 0)), true],
  ['or of two false', or(column('flag', '=', true), column('double', '>', 0)), false],
  ['not of missing', not(column('absent', '=', 1n)), false],
  [
    'three parts',
    and(
      column('flag', '=', false),
      not(column('odd', '=', 1n)),
      or(column('max', '>', 0n), column('text', '=', '')),
    ),
    true,
  ],
]

const read = async (t: Testing, table: string, filter: SdkFilter, columns?: string[]) =>
  (
    await t.client.getRow(table, numberedKey(t.id, 1), {
      filter,
      ...(columns && { columns }),
    })
  ).row

const putStored = async (t: Testing): Promise<string> => {
  const table = await t.table(numbered)
  await t.client.putRow(table, numberedKey(t.id, 1), STORED)
  return table
}

const leaves = (count: number): SdkFilter =>
  or(...Array.from({ length: count }, () => column('flag', '=', false)))

export const filterTests = [
  test('comparators, types and operators', 'keep or drop the whole row', async (t) => {
    const table = await putStored(t)
    for (const [name, filter, kept] of CASES) {
      const row = await read(t, table, filter)
      assert.equal(row !== undefined, kept, name)
      if (kept) assert.equal(row?.cells.length, STORED.length, name)
    }
  }),

  test('key columns', 'may be named, selected or not', async (t) => {
    const table = await putStored(t)
    assert.ok(await read(t, table, column('n', '=', 1n)))
    assert.ok(await read(t, table, column('n', '=', 1n, { passIfMissing: false }), ['flag']))
    assert.equal(await read(t, table, column('n', '>', 1n)), undefined)
  }),

  test('selected columns', 'a column that was not selected is missing', async (t) => {
    const table = await putStored(t)
    const hidden = (passIfMissing: boolean) => column('flag', '=', true, { passIfMissing })
    assert.ok(await read(t, table, hidden(true), ['text']))
    assert.equal(await read(t, table, hidden(false), ['text']), undefined)
    assert.equal(await read(t, table, hidden(true), ['text', 'flag']), undefined)
    assert.equal(await read(t, table, hidden(false), ['pk']), undefined)
  }),

  test('versions', 'the latest selected one, or any of them', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', 1n, 100],
      ['c', 2n, 200],
      ['c', 3n, 300],
    ])
    const found = async (maxVersions: number, value: bigint, latestOnly: boolean) => {
      const filter = column('c', '=', value, { latestOnly })
      return (await t.client.getRow(table, pk(t.id), { maxVersions, filter })).row !== undefined
    }
    assert.equal(await found(3, 1n, true), false)
    assert.equal(await found(3, 1n, false), true)
    assert.equal(await found(2, 1n, false), false)
    const old = await t.client.getRow(table, pk(t.id), {
      timeRange: [0, 250],
      filter: column('c', '=', 2n),
    })
    assert.ok(old.row)
  }),

  test('column pagination', 'counts columns in name order', async (t) => {
    const table = await t.table(plain)
    const names = Array.from({ length: 20 }, (_, i) => `col${String(i).padStart(2, '0')}`)
    await t.client.putRow(
      table,
      pk(t.id),
      names.map((name) => [name, name]),
    )
    const page = async (limit: number, offset: number, startColumn?: string) =>
      columnNames(
        (
          await t.client.getRow(table, pk(t.id), {
            filter: columnPage(limit, offset),
            ...(startColumn && { startColumn }),
          })
        ).row,
      )
    assert.deepEqual(await page(3, 1), ['col01', 'col02', 'col03'])
    assert.deepEqual(await page(5, 2, 'col03'), names.slice(5, 10))
    assert.deepEqual(await page(5, 18), ['col18', 'col19'])
    assert.deepEqual(await page(100, 0), names)
  }),

  test('column pagination', 'counts columns, not versions', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['a', 1n, 1],
      ['a', 2n, 2],
      ['b', 3n, 3],
      ['b', 4n, 4],
    ])
    const filter = columnPage(1, 1)
    const { row } = await t.client.getRow(table, pk(t.id), { filter, maxVersions: 5 })
    assert.deepEqual(columnNames(row), ['b', 'b'])
  }),

  test('column pagination', 'refuses a bad offset and limit', async (t) => {
    const table = await t.table(plain)
    const page = (limit: number, offset: number) =>
      t.client.getRow(table, pk(t.id), { filter: columnPage(limit, offset) })
    await invalid(
      page(1, -1),
      'Offset in ColumnPaginationFilter must be greater than or equal to 0.',
    )
    await invalid(page(0, 0), 'Limit in ColumnPaginationFilter must be greater than 0.')
  }),

  test('limits', 'at most 32 nodes', async (t) => {
    const table = await putStored(t)
    assert.ok(await read(t, table, leaves(31)))
    await invalid(read(t, table, leaves(32)), 'The count of filter exceeds the max: 32.')
  }),

  test('limits', 'operators need the right number of parts', async (t) => {
    const table = await putStored(t)
    const one = column('flag', '=', false)
    const text = 'Invalid AND/OR operator: the number of sub-filters must be more than 1.'
    await invalid(read(t, table, and(one)), text)
    await invalid(read(t, table, or()), text)
    const notText = 'Invalid NOT operator: the number of sub-filters must be 1.'
    await invalid(read(t, table, not()), notText)
    await invalid(read(t, table, not(one, one)), notText)
  }),

  test('limits', 'a compared value is at most as large as a stored one', async (t) => {
    const table = await putStored(t)
    await invalid(
      read(t, table, column('text', '=', 'x'.repeat(2_097_153))),
      "The length of attribute column: 'text' exceeds the MaxLength:2097152 with " +
        'CurrentLength:2097153.',
    )
    await invalid(read(t, table, column('#x', '=', 1n)), "Invalid column name: '#x'.")
  }),

  test('in GetRange', 'each row is filtered', async (t) => {
    const table = await t.table(numbered)
    for (const n of [1, 2, 3, 4]) {
      await t.client.putRow(table, numberedKey(t.id, n), [['even', n % 2 === 0]])
    }
    const { rows } = await t.client.getRange(table, numberedKey(t.id, 0), numberedKey(t.id, 9), {
      filter: column('even', '=', true),
    })
    assert.deepEqual(
      rows.map(({ key }) => key['n']),
      [2n, 4n],
    )
  }),
]
