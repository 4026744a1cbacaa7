/** A TypeScript program of a user of the client; its argument is an endpoint. */
export const clientProgram = `
import { strict as assert } from 'node:assert'
import { CallError, Client, type RowOf, compare, defineTable, query } from '@rowhouse/client'

const endpoint = process.argv[2] ?? ''
const orders = defineTable({
  name: 'orders',
  key: { buyer: 'string', number: 'integer' },
  columns: { price: 'double', photo: 'binary' },
})
const client = new Client({ endpoint, instance: 'demo', accessKey: { id: 'ID', secret: 'SECRET' } })
const table = await client.createTable(orders)

const photo = new Uint8Array([1, 2])
const order: RowOf<typeof orders> = { buyer: 'c1', number: 1n, price: 9.5, photo }
await table.put(order)
const found = await table.get({ buyer: 'c1', number: 1n })
assert.deepEqual(found, order)
const price: number | undefined = found?.price
assert.equal(price, 9.5)

const dear = compare(orders, 'price', '>', 10)
const key = { buyer: 'c1', number: 1n }
await assert.rejects(
  table.update(key, { set: { price: 1 } }, { condition: { columns: dear } }),
  (error) => error instanceof CallError && error.code === 'OTSConditionCheckFail',
)

const index = table.index('orders_index')
await index.create({ fields: { buyer: 'KEYWORD', price: 'DOUBLE' } })
const { rows } = await index.search({ query: query.term('buyer', 'c1'), waitForIndex: true })
assert.deepEqual(rows, [order])

// The compiler must refuse each of these lines, which have wrong types.
const neverCalled = async (): Promise<void> => {
  // @ts-expect-error a number column is a bigint
  await table.get({ buyer: 'c1', number: 1 })
  // @ts-expect-error the key lacks a column
  await table.get({ buyer: 'c1' })
  // @ts-expect-error the table has no such column
  compare(orders, 'colour', '=', 'red')
  // @ts-expect-error a text is no price
  await table.put({ buyer: 'c1', number: 1n, price: 'ten' })
}
assert.equal(typeof neverCalled, 'function')
await client.close()
`
