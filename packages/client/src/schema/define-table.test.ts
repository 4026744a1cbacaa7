import { expect, expectTypeOf, test } from 'vitest'
import type { Client } from '../client.js'
import { compare } from '../rows/conditions.js'
import * as sort from '../search/sorts.js'
import { type KeyOf, type NewRowOf, type RowOf, defineTable } from './define-table.js'

const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer', serial: 'autoIncrement' },
  columns: { price: 'double', paid: 'boolean', count: 'integer', raw: 'binary' },
})
type Orders = typeof orders
const others = defineTable({ name: 'others', key: { id: 'string' }, columns: { n: 'integer' } })

test('the types of rows follow from the definition', () => {
  expectTypeOf<KeyOf<Orders>>().toEqualTypeOf<{
    readonly buyer: string
    readonly number: bigint
    readonly serial: bigint
  }>()
  expectTypeOf<RowOf<Orders>['price']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<RowOf<Orders>['raw']>().toEqualTypeOf<Uint8Array | undefined>()
  expectTypeOf<{ buyer: string; number: bigint }>().toExtend<NewRowOf<Orders>>()
  expectTypeOf<{ buyer: string }>().not.toExtend<NewRowOf<Orders>>()
  expectTypeOf<{ buyer: string; number: number }>().not.toExtend<NewRowOf<Orders>>()
})

/** Compiled and never called: the compiler must refuse each marked line. */
export async function refusedByTheCompiler(client: Client): Promise<void> {
  const table = client.table(orders)
  // @ts-expect-error a key column is missing
  await table.get({ buyer: 'a', number: 1n })
  // @ts-expect-error an integer is a bigint
  await table.put({ buyer: 'a', number: 1 })
  // @ts-expect-error there is no such column
  await table.put({ buyer: 'a', number: 1n, colour: 'red' })
  // @ts-expect-error a double cannot be incremented
  await table.update({ buyer: 'a', number: 1n, serial: 1n }, { increment: { price: 1n } })
  // @ts-expect-error the value is not of the column's type
  compare(orders, 'paid', '=', 'yes')
  // @ts-expect-error there is no such column
  compare(orders, 'colour', '=', 'red')
  const result = await table
    .index('i')
    .search({ aggregations: { n: { kind: 'count', fieldName: 'buyer' } } })
  // @ts-expect-error a count has a value, no items
  expect(result.aggregations.n.items).toBeUndefined()
  const foreign = compare(others, 'n', '=', 1n)
  // @ts-expect-error a condition on a column of another table
  await table.put({ buyer: 'a', number: 1n }, { condition: { columns: foreign } })
  // @ts-expect-error a filter on a column of another table
  table.range({ filter: foreign })
  // @ts-expect-error there is no such column
  await client.createTable(orders, { definedColumns: ['colour'] })
  // @ts-expect-error there is no such column
  await client.createTable(orders, { indexes: [{ name: 'i', key: ['colour'] }] })
  // @ts-expect-error a result has no such column
  for await (const row of table.range()) expect(row.colour).toBeUndefined()
}

/** The same for searches. */
export async function sortsRefusedByTheCompiler(client: Client): Promise<void> {
  const table = client.table(orders)
  const index = table.index('i')
  const virtual = table.index<'words'>('i')
  await index.search({
    sort: [sort.byField('buyer'), sort.byField('price', 'DESC'), sort.byScore()],
  })
  await index.search({ sort: [sort.byField('raw.score'), sort.byDistance('raw', [])] })
  await virtual.search({ sort: [sort.byField('words')], collapse: 'words' })
  // @ts-expect-error there is no such field
  await index.search({ sort: [sort.byField('colour')] })
  // @ts-expect-error there is no such field
  index.rows({ sort: [sort.byField('colour', 'DESC')] })
  // @ts-expect-error there is no such field
  await index.search({ sort: [sort.byDistance('place', [])] })
  // @ts-expect-error a virtual field of another index
  await index.search({ sort: [sort.byField('words')] })
  // @ts-expect-error there is no such field
  await virtual.search({ collapse: 'colour' })
  // @ts-expect-error an order is ASC or DESC
  await index.search({ sort: [sort.byField('price', 'DOWN')] })
  // @ts-expect-error there is no such column
  await index.search({ columns: ['colour'] })
  // @ts-expect-error the value is not of the column's type
  for await (const { price } of index.scan()) expectTypeOf(price).toEqualTypeOf<string>()
}

test('a definition without a key, or with a name twice, is refused', () => {
  expect(() => defineTable({ name: 't', key: {}, columns: {} })).toThrow('1 to 4 key columns')
  const twice = { name: 't', key: { a: 'string' }, columns: { a: 'string' } } as const
  expect(() => defineTable(twice)).toThrow('a is a key column and an attribute')
})
