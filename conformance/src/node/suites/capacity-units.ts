import assert from 'node:assert/strict'
import { column } from '../filters.js'
import { testsOf } from '../harness.js'
import { numbered, numberedKey, pk, plain, versioned } from '../shapes.js'
import { INF_MAX, INF_MIN } from '../values.js'

const test = testsOf('Capacity units')

const text = (size: number): string => 'x'.repeat(size)
const reads = (read: number) => ({ read, write: 0 })
const writes = (write: number) => ({ read: 0, write })

export const capacityUnitTests = [
  test('writes', 'the whole row, rounded up to 4 KiB', async (t) => {
    const table = await t.table(plain)
    const id = t.id
    const put = async (size: number) =>
      (await t.client.putRow(table, pk(id), [['c', text(size)]])).consumed
    const exact = 4096 - 2 - id.length - 1
    assert.deepEqual(await put(1), writes(1))
    assert.deepEqual(await put(exact), writes(1))
    assert.deepEqual(await put(exact + 1), writes(2))
    assert.deepEqual(await put(5000), writes(2))
    assert.deepEqual(await put(36_000), writes(9))
  }),

  test('writes', 'conditions read one unit', async (t) => {
    const table = await t.table(plain)
    const columns = [
      ['a', text(4096)],
      ['b', text(4096)],
    ] as const
    const put = async (expect: 'IGNORE' | 'EXPECT_EXIST' | 'EXPECT_NOT_EXIST') =>
      (await t.client.putRow(table, pk(t.id), columns, { expect })).consumed
    assert.deepEqual(await put('EXPECT_NOT_EXIST'), { read: 1, write: 3 })
    assert.deepEqual(await put('EXPECT_EXIST'), { read: 1, write: 3 })
    assert.deepEqual(await put('IGNORE'), writes(3))
  }),

  test('writes', 'an update counts its cells, a deleted column its name', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['big', text(20_000)]])
    const small = await t.client.updateRow(table, pk(t.id), { put: [['a', 1n]] })
    assert.deepEqual(small.consumed, writes(1))
    const large = await t.client.updateRow(table, pk(t.id), { put: [['a', text(5000)]] })
    assert.deepEqual(large.consumed, writes(2))
    const gone = await t.client.updateRow(table, pk(t.id), { deleteAll: ['big'] })
    assert.deepEqual(gone.consumed, writes(1))
    const checked = await t.client.updateRow(
      table,
      pk(t.id),
      { put: [['a', 1n]] },
      { expect: 'EXPECT_EXIST' },
    )
    assert.deepEqual(checked.consumed, { read: 1, write: 1 })
  }),

  test('writes', 'a deletion writes one unit, and reads one with a condition', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['big', text(20_000)]])
    const checked = await t.client.deleteRow(table, pk(t.id), { expect: 'EXPECT_EXIST' })
    assert.deepEqual(checked.consumed, { read: 1, write: 1 })
    assert.deepEqual((await t.client.deleteRow(table, pk(t.id))).consumed, writes(1))
    const missing = await t.client.deleteRow(table, pk(t.id), { expect: 'EXPECT_NOT_EXIST' })
    assert.deepEqual(missing.consumed, { read: 1, write: 1 })
  }),

  test('reads', 'two columns of 2048 bytes and one of 5000', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [
      ['a', text(2048)],
      ['b', text(2048)],
      ['c', text(5000)],
    ])
    const read = async (...columns: string[]) =>
      (await t.client.getRow(table, pk(t.id), { columns })).consumed
    assert.deepEqual(await read('a', 'b'), reads(2))
    assert.deepEqual(await read('c'), reads(2))
    assert.deepEqual(await read('a'), reads(1))
    assert.deepEqual(await read('absent'), reads(1))
    assert.deepEqual(await read(), reads(3))
  }),

  test('reads', 'a filtered row costs one unit, whatever its size', async (t) => {
    const table = await t.table(plain)
    await t.client.putRow(table, pk(t.id), [['a', text(3000)]])
    const { row, consumed } = await t.client.getRow(table, pk(t.id), {
      filter: column('a', '=', 'other'),
    })
    assert.equal(row, undefined)
    assert.deepEqual(consumed, reads(1))
  }),

  test('ranges', 'sizes are summed and then rounded up', async (t) => {
    const table = await t.table(numbered)
    const columns = (['a', 'b', 'c'] as const).map((name) => [name, text(4096)] as const)
    for (const n of [1, 2]) await t.client.putRow(table, numberedKey(t.id, n), columns)
    const range = async (names?: string[]) =>
      (
        await t.client.getRange(
          table,
          [
            ['pk', t.id],
            ['n', INF_MIN],
          ],
          [
            ['pk', t.id],
            ['n', INF_MAX],
          ],
          { ...(names && { columns: names }) },
        )
      ).consumed
    const single = await t.client.getRow(table, numberedKey(t.id, 1))
    assert.deepEqual(single.consumed, reads(4))
    assert.deepEqual(await range(), reads(7))
    assert.deepEqual(await range(['a', 'b']), reads(5))
  }),

  test('ranges', 'filtered rows are charged too', async (t) => {
    const table = await t.table(numbered)
    for (const n of [1, 2, 3]) {
      await t.client.putRow(table, numberedKey(t.id, n), [['a', text(4000)]])
    }
    const { rows, consumed } = await t.client.getRange(
      table,
      numberedKey(t.id, 0),
      numberedKey(t.id, 9),
      { filter: column('a', '=', 'other') },
    )
    assert.equal(rows.length, 0)
    assert.deepEqual(consumed, reads(3))
  }),

  test('batches', 'each row is charged separately', async (t) => {
    const table = await t.table(plain)
    const keys = [1, 2, 3].map((i) => pk(`${t.id}${i}`))
    const written = await t.client.batchWriteRow([
      {
        table,
        rows: keys.map((put, i) => ({ put, columns: [['c', text(i === 0 ? 5000 : 10)]] })),
      },
    ])
    assert.deepEqual(
      written.map(({ consumed }) => consumed),
      [writes(2), writes(1), writes(1)],
    )
    const [read] = await t.client.batchGetRow([{ table, keys }])
    assert.deepEqual(
      read?.map(({ consumed }) => consumed),
      [reads(2), reads(1), reads(1)],
    )
  }),

  test('types', 'integers and doubles count 8 bytes, booleans 1', async (t) => {
    const table = await t.table(plain)
    const base = 2 + t.id.length
    const fill = (rest: number) => text(4096 - base - rest - 1)
    const put = async (rest: number) =>
      (
        await t.client.putRow(table, pk(t.id), [
          ['b', true],
          ['d', 1.5],
          ['i', 1n],
          ['x', fill(rest)],
        ])
      ).consumed
    const rest = 2 + 9 + 9
    assert.deepEqual(await put(rest), writes(1))
    assert.deepEqual(await put(rest - 1), writes(2))
  }),

  test('types', 'only the versions that are read count', async (t) => {
    const table = await t.table(versioned)
    await t.client.putRow(table, pk(t.id), [
      ['c', text(4000), 1],
      ['c', text(4000), 2],
      ['c', text(4000), 3],
    ])
    const read = async (maxVersions: number) =>
      (await t.client.getRow(table, pk(t.id), { maxVersions })).consumed
    assert.deepEqual(await read(1), reads(1))
    assert.deepEqual(await read(3), reads(3))
  }),
]
