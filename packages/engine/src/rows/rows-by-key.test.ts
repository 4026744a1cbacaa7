import {
  type Variant,
  decodeRow,
  encodeRow,
  integerVariant,
  plainCell,
  stringVariant,
} from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { encodeRowKey } from '../keys/encode-key.js'
import { engineLimits } from '../limits.js'
import { createTable } from '../tables/create-table.js'
import { createTableRequest, openMemoryEngine, tableOptions } from '../testing/index.js'
import { putRow } from './put-row.js'
import { keyOnlyRow, keyOnlyRows, rowsByKey } from './rows-by-key.js'

const DAY = 86_400

const open = async () => {
  const { engine, clock } = await openMemoryEngine()
  const options = tableOptions({ timeToLive: DAY, maxVersions: 1, allowUpdate: false })
  await createTable(engine, 'demo', createTableRequest('t', { tableOptions: options }))
  const table = engine.catalog.find('demo', 't')
  if (table === undefined) throw new Error('no table')
  const put = async (pk: string, ...columns: readonly (readonly [string, Variant])[]) => {
    await putRow(engine, 'demo', {
      tableName: 't',
      row: encodeRow({
        primaryKey: [plainCell('pk', stringVariant(pk))],
        cells: columns.map(([name, value]) => plainCell(name, value)),
        deleteMarker: false,
      }),
      condition: { rowExistence: 'IGNORE', columnCondition: undefined },
      returnContent: undefined,
      transactionId: undefined,
    })
  }
  const read = async (keys: readonly string[], columns?: readonly string[]) => {
    const found = await rowsByKey(engine, table, keys.map(keyOf), columns)
    return found.map(({ row }) => (row.length === 0 ? undefined : namesOf(row)))
  }
  return { put, read, table, clock, engine }
}

const keyOf = (pk: string): Buffer => encodeRowKey([stringVariant(pk)]).key
const namesOf = (row: Buffer): string =>
  decodeRow(row)
    .cells.map(({ name }) => name)
    .join()

test('rows are in the order of the keys, and empty where none exists', async () => {
  const { put, read } = await open()
  await put('x', ['a', integerVariant(1n)], ['b', integerVariant(2n)])
  await put('y', ['b', integerVariant(2n)])
  expect(await read(['y', 'none', 'x'])).toEqual(['b', undefined, 'a,b'])
})

test('a row without the selected columns is still found', async () => {
  const { put, read } = await open()
  await put('x', ['a', integerVariant(1n)])
  expect(await read(['x'], ['b'])).toEqual([''])
  expect(await read(['x'], ['b', 'a'])).toEqual(['a'])
})

test('chunked rows are read too', async () => {
  const { put, read } = await open()
  const long = stringVariant('x'.repeat(engineLimits.ROW_INLINE_BYTES_MAX))
  await put('x', ['a', long], ['b', long])
  expect(await read(['x'])).toEqual(['a,b'])
  expect(await read(['x'], ['b'])).toEqual(['b'])
})

test('expired rows are not found', async () => {
  const { put, read, clock } = await open()
  await put('x', ['a', integerVariant(1n)])
  clock.advance((DAY + 2) * 1000)
  expect(await read(['x'])).toEqual([undefined])
})

test('a row can be made of its key alone', async () => {
  const { table } = await open()
  const { primaryKey, cells } = decodeRow(keyOnlyRow(table, keyOf('a\0b')))
  expect(primaryKey.map(({ name, value }) => [name, value])).toEqual([
    ['pk', stringVariant('a\0b')],
  ])
  expect(cells).toEqual([])
})

test('rows made of many keys do not overwrite each other', async () => {
  const { engine, table } = await open()
  const keys = Array.from({ length: 2_000 }, (_, number) => keyOf(`row ${number}`))
  expect(keyOnlyRows(engine, table, keys)).toEqual(keys.map((key) => keyOnlyRow(table, key)))
})
