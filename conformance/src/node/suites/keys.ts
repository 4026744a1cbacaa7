import assert from 'node:assert/strict'
import { testsOf, type Testing } from '../harness.js'
import { invalid, refused } from '../service-error.js'
import { numbered, pk } from '../shapes.js'
import type { TableShape } from '../tables.js'
import { INF_MAX, INF_MIN, type Key, type KeyValue } from '../values.js'
import { INTEGERS } from './put-row.js'

const test = testsOf('Primary keys')

const four: TableShape = {
  key: [
    ['a', 'STRING'],
    ['b', 'INTEGER'],
    ['c', 'BINARY'],
    ['d', 'STRING'],
  ],
}

const withType = (type: string): TableShape => ({
  key: [
    ['pk', 'STRING'],
    ['k', type],
  ],
})

/** Puts rows in the given order, and expects the range to return them in `sorted` order. */
const expectOrder = async (
  t: Testing,
  type: string,
  sorted: readonly KeyValue[],
): Promise<void> => {
  const table = await t.table(withType(type))
  const keyOf = (value: KeyValue): Key => [
    ['pk', t.id],
    ['k', value],
  ]
  const shuffled = [...sorted.keys()].sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11))
  for (const i of shuffled) {
    const value = sorted[i]
    if (value !== undefined) await t.client.putRow(table, keyOf(value), [['i', BigInt(i)]])
  }
  const up = await t.client.getRange(table, keyOf(INF_MIN), keyOf(INF_MAX))
  assert.deepEqual(
    up.rows.map(({ key }) => key['k']),
    sorted,
  )
  const down = await t.client.getRange(table, keyOf(INF_MAX), keyOf(INF_MIN), {
    direction: 'BACKWARD',
  })
  assert.deepEqual(
    down.rows.map(({ key }) => key['k']),
    [...sorted].reverse(),
  )
}

const mismatch = (call: Promise<unknown>, text: string): Promise<void> =>
  refused(call, 400, 'OTSInvalidPK', text)

export const keyTests = [
  test('order of integers', 'numeric, over all 64 bits', (t) =>
    expectOrder(
      t,
      'INTEGER',
      [...INTEGERS].sort((a, b) => (a < b ? -1 : 1)),
    ),
  ),

  test('order of strings', 'by UTF-8 bytes, empty first', (t) =>
    expectOrder(t, 'STRING', [
      '',
      '\u0000',
      '\u0000\u0000',
      '\u0001',
      'A',
      'a',
      'a\u0000',
      'ab',
      'b',
      'ß',
      '中',
      '\uffff',
      '𠮷',
    ]),
  ),

  test('order of binaries', 'by unsigned bytes, shorter prefix first', (t) =>
    expectOrder(
      t,
      'BINARY',
      [[], [0], [0, 0], [0, 1], [0, 255], [1], [1, 0], [127], [128], [255], [255, 255]].map(
        (bytes) => Buffer.from(bytes),
      ),
    ),
  ),

  test('four columns', 'are compared one after another', async (t) => {
    const table = await t.table(four)
    const keyOf = (b: KeyValue, c: KeyValue, d: KeyValue): Key => [
      ['a', t.id],
      ['b', b],
      ['c', c],
      ['d', d],
    ]
    const sorted = [
      keyOf(-2n, Buffer.from([255]), 'z'),
      keyOf(-1n, Buffer.alloc(0), ''),
      keyOf(-1n, Buffer.alloc(0), 'a'),
      keyOf(-1n, Buffer.from([0]), ''),
      keyOf(-1n, Buffer.from([0, 0]), ''),
      keyOf(0n, Buffer.alloc(0), ''),
      keyOf(1n, Buffer.from([0]), 'a'),
    ]
    for (const key of [...sorted].reverse()) await t.client.putRow(table, key)
    const { rows } = await t.client.getRange(
      table,
      keyOf(INF_MIN, INF_MIN, INF_MIN),
      keyOf(INF_MAX, INF_MAX, INF_MAX),
    )
    assert.deepEqual(
      rows.map(({ key }) => key),
      sorted.map((key) => Object.fromEntries(key)),
    )
    for (const key of sorted) assert.ok((await t.client.getRow(table, key)).row)
  }),

  test('size', '1024 bytes in each column, also all zeros', async (t) => {
    const table = await t.table(four)
    const key: Key = [
      ['a', t.id.padEnd(1024, 'a')],
      ['b', -1n],
      ['c', Buffer.alloc(1024)],
      ['d', '中'.repeat(341)],
    ]
    await t.client.putRow(table, key, [['v', 1n]])
    const { row } = await t.client.getRow(table, key)
    assert.deepEqual(row?.key, Object.fromEntries(key))
  }),

  test('size', 'one byte more is refused, also in reads and range bounds', async (t) => {
    const table = await t.table(withType('BINARY'))
    const key: Key = [
      ['pk', t.id],
      ['k', Buffer.alloc(1025)],
    ]
    const text =
      "The length of primary key column: 'k' exceeds the MaxLength:1024 with CurrentLength:1025."
    await invalid(t.client.putRow(table, key), text)
    await invalid(t.client.updateRow(table, key, { put: [['c', 1n]] }), text)
    await invalid(t.client.deleteRow(table, key), text)
    await invalid(t.client.getRow(table, key), text)
    const end: Key = [
      ['pk', t.id],
      ['k', INF_MAX],
    ]
    await invalid(t.client.getRange(table, key, end), text)
    await invalid(t.client.batchGetRow([{ table, keys: [key] }]), text)
    await invalid(t.client.batchWriteRow([{ table, rows: [{ put: key }] }]), text)
  }),

  test('schema', 'another number of columns is refused', async (t) => {
    const table = await t.table(numbered)
    const text = 'Validate PK size fail. Input: 1, Meta: 2.'
    await mismatch(t.client.getRow(table, pk(t.id)), text)
    await mismatch(t.client.putRow(table, pk(t.id)), text)
    await mismatch(t.client.updateRow(table, pk(t.id), { put: [['c', 1n]] }), text)
    await mismatch(t.client.deleteRow(table, pk(t.id)), text)
    await mismatch(t.client.getRange(table, pk('a'), pk('b')), text)
  }),

  test('schema', 'another name or order is refused', async (t) => {
    const table = await t.table(numbered)
    const named: Key = [
      ['pk', t.id],
      ['m', 1n],
    ]
    await mismatch(t.client.getRow(table, named), 'Validate PK name fail. Input: m, Meta: n.')
    const swapped: Key = [
      ['n', 1n],
      ['pk', t.id],
    ]
    await mismatch(t.client.putRow(table, swapped), 'Validate PK name fail. Input: n, Meta: pk.')
  }),

  test('schema', 'another type is refused', async (t) => {
    const table = await t.table(numbered)
    const key = (value: KeyValue): Key => [
      ['pk', t.id],
      ['n', value],
    ]
    const text = (type: string) => `Validate PK type fail. Input: ${type}, Meta: VT_INTEGER.`
    await mismatch(t.client.putRow(table, key('1')), text('VT_STRING'))
    await mismatch(t.client.getRow(table, key(Buffer.from([1]))), text('VT_BLOB'))
  }),

  test('schema', 'more than four columns are refused before the table is looked up', async (t) => {
    const key: Key = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, 'x'] as const)
    const text = 'The number of primary key columns must be in range: [1, 4].'
    await invalid(t.client.putRow(t.tableName(), key), text)
    await invalid(t.client.getRow(t.tableName(), key), text)
    await invalid(t.client.deleteRow(t.tableName(), key), text)
  }),

  test('schema', 'no columns are refused', async (t) => {
    const table = await t.table(numbered)
    await invalid(t.client.putRow(table, []), 'Cell data broken, empty PK.')
    await invalid(t.client.getRow(table, []), 'Cell data broken, empty PK.')
  }),

  test('equal parts', 'keys with the same bytes but other column boundaries differ', async (t) => {
    const table = await t.table({
      key: [
        ['a', 'STRING'],
        ['b', 'STRING'],
        ['c', 'STRING'],
      ],
    })
    const parts = [
      ['x', 'yz'],
      ['xy', 'z'],
      ['xyz', ''],
      ['', 'xyz'],
    ] as const
    const keyOf = (b: string, c: string): Key => [
      ['a', t.id],
      ['b', b],
      ['c', c],
    ]
    for (const [b, c] of parts) await t.client.putRow(table, keyOf(b, c), [['v', `${b}|${c}`]])
    for (const [b, c] of parts) {
      const { row } = await t.client.getRow(table, keyOf(b, c))
      assert.equal(row?.cells[0]?.value, `${b}|${c}`)
    }
  }),
]
