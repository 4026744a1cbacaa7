import { ordersSample, orderRowOf } from '@rowhouse/demos'
import { expect, test } from 'vitest'
import { ORDER_COLUMNS, plainOrder, storedOrder } from './stored-order.js'

const source = ordersSample({ seed: 1, rows: 1_000 })

test('an order is the same after it was JSON', () => {
  for (const n of [0, 1, 500, 999]) {
    const row = orderRowOf(source.fact(n))
    const text = JSON.stringify(plainOrder(storedOrder(row)))
    expect(storedOrder(JSON.parse(text))).toEqual(row)
  }
})

test('what a database says with NULL is absent, and 0 and 1 are false and true', () => {
  const row = orderRowOf(source.fact(0))
  const nothing = Object.fromEntries(ORDER_COLUMNS.map(([name]) => [name, null]))
  const said = { ...nothing, ...row, hasPaid: row.hasPaid === true ? 1 : 0, sequence: 7n }
  expect(storedOrder(said)).toEqual(row)
})

test('an order without its key, or with a text for a number, is none', () => {
  const { oId: _, ...rest } = orderRowOf(source.fact(0))
  expect(() => storedOrder(rest)).toThrow('not an order')
  expect(() => storedOrder({ ...rest, oId: 'O_1', totalFen: '12' })).toThrow('not an order')
})
