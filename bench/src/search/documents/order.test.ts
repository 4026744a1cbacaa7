import { decodeRow } from '@rowhouse/protocol'
import { expect, test } from 'vitest'
import { CORNER, orderMaker, skuOf } from './order.js'
import { encodeOrderRow, orderCells, rowDataBytes } from './order-row.js'
import { WORDS, wordOf } from './words.js'

test('an order depends only on its number and revision', () => {
  const make = orderMaker({ documents: 1_000 })
  const again = orderMaker({ documents: 1_000 })
  expect(make(7, 0)).toEqual(again(7, 0))
  expect(make(7, 0)).not.toEqual(make(8, 0))
})

test('a later revision changes only status, amount and rating', () => {
  const make = orderMaker({ documents: 1_000 })
  const { status, amount, rating, ...fixed } = make(7, 0)
  const later = make(7, 3)
  expect(later).toMatchObject(fixed)
  expect([later.status, later.amount, later.rating]).not.toEqual([status, amount, rating])
})

test('every rank has its own word, and article codes do not repeat', () => {
  expect(new Set(Array.from({ length: WORDS }, (_, rank) => wordOf(rank))).size).toBe(WORDS)
  expect(new Set(Array.from({ length: 10_000 }, (_, index) => skuOf(index))).size).toBe(10_000)
})

test('orders spread over the square of the searches', () => {
  const make = orderMaker({ documents: 2_000 })
  const orders = Array.from({ length: 2_000 }, (_, number) => make(number, 0))
  const north = orders.filter(({ latitude }) => latitude > CORNER.latitude + 0.5035).length
  expect(north).toBeGreaterThan(900)
  expect(north).toBeLessThan(1_100)
})

test('a row has all cells, and its size is the sum of names and values', () => {
  const order = orderMaker({ documents: 10 })(3, 0)
  const row = decodeRow(encodeOrderRow(order))
  expect(row.cells.map(({ name }) => name)).toEqual(orderCells(order).map(({ name }) => name))
  const texts = [order.customer, order.seller, order.category, order.sku, order.status, order.title]
  const place = `${order.latitude},${order.longitude}`
  const values = [...texts, place, JSON.stringify(order.tags)].join('').length + 3 * 8 + 20
  const names = 'idcustomersellercategoryskustatusamountratingcreatedAttitleplacetags'.length
  expect(rowDataBytes(order)).toBe(values + names)
})
