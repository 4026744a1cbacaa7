import { beforeAll, expect, test } from 'vitest'
import { monthBegin } from '../generate/beijing-calendar.js'
import { type OrdersSample, ordersSample } from './orders-sample.js'
import {
  PAIRS,
  PAIR_SHELF,
  PARTNER_SHELF,
  PRODUCTS_PER_SELLER,
  productIdOf,
} from './rows/catalogue.js'
import { type Order, productNamesOf, totalPriceOf } from './rows/order.js'
import { FIRST_TIME } from './rows/order-times.js'

const ROWS = 20_000

let sample: OrdersSample
let orders: Order[]

beforeAll(() => {
  sample = ordersSample({ seed: 1, rows: ROWS })
  orders = Array.from({ length: ROWS }, (_, n) => sample.fact(n))
})

const generated = (): Order[] => orders.filter(({ origin }) => origin === 'generated')
const byConsumer = (): Map<string, Order[]> => {
  const groups = new Map<string, Order[]>()
  for (const order of orders) {
    const group = groups.get(order.consumerId)
    if (group === undefined) groups.set(order.consumerId, [order])
    else group.push(order)
  }
  return groups
}

test('a row is the same whenever it is made, also by another opening of the set', () => {
  const again = ordersSample({ seed: 1, rows: ROWS })
  for (const n of [0, 239, 500, 19_999]) expect(again.fact(n)).toEqual(orders[n])
  expect(ordersSample({ seed: 2, rows: ROWS }).fact(19_999)).not.toEqual(orders[19_999])
})

test('c0001 has 240 orders, among them 99.98 and 99.99, and neighbours by name', () => {
  const ofConsumer = byConsumer()
  expect(ofConsumer.get('c0001')).toHaveLength(240)
  expect(ofConsumer.get('c00010')).toHaveLength(60)
  expect(ofConsumer.get('c00011')).toHaveLength(60)
  expect(ofConsumer.get('c0001')?.map(totalPriceOf)).toEqual(expect.arrayContaining([99.98, 99.99]))
})

test('2 % of the orders have a computer in a name, and decoys have its two signs apart', () => {
  const names = orders.slice(1_000).map((order) => productNamesOf(order).join(' '))
  const share = names.filter((name) => name.includes('电脑')).length / names.length
  expect(share).toBeGreaterThan(0.017)
  expect(share).toBeLessThan(0.023)
  expect(names.some((name) => /脑电/.test(name) && !name.includes('电脑'))).toBe(true)
})

test('an order has 1 to 8 lines of different products of one seller', () => {
  const counts = new Set(generated().map(({ lines }) => lines.length))
  expect(counts).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  const repeats = ({ lines }: Order): boolean =>
    new Set(lines.map(({ productId }) => productId)).size < lines.length
  expect(generated().filter(repeats)).toEqual([])
})

test('three buyers of ten buy again', () => {
  const buyers = [...byConsumer().values()]
  const again = buyers.filter((list) => list.length > 1).length / buyers.length
  expect(again).toBeCloseTo(0.3, 1)
})

test('20 pairs of products have a lift of at least 5', () => {
  const having = new Map<string, Set<Order>>()
  for (const order of orders) {
    for (const { productId } of order.lines) {
      having.set(productId, (having.get(productId) ?? new Set()).add(order))
    }
  }
  for (let seller = 0; seller < PAIRS; seller += 1) {
    const at = (shelf: number): Set<Order> =>
      having.get(productIdOf(seller * PRODUCTS_PER_SELLER + shelf)) ?? new Set()
    const [one, other] = [at(PAIR_SHELF), at(PARTNER_SHELF)]
    const both = [...one].filter((order) => other.has(order)).length
    expect(both, `pair of seller ${seller}`).toBeGreaterThan(4)
    expect((both * ROWS) / (one.size * other.size)).toBeGreaterThanOrEqual(5)
  }
})

test('the 100th and the 101st buyer of the last month do not tie', () => {
  const [from, to] = [monthBegin(sample.asOf, -1), sample.asOf]
  const sums = new Map<string, number>()
  for (const { payTime, consumerId, totalFen } of orders) {
    if (payTime === undefined || payTime < from || payTime >= to) continue
    sums.set(consumerId, (sums.get(consumerId) ?? 0) + totalFen)
  }
  const best = [...sums.values()].toSorted((a, b) => b - a)
  expect(best[99]).toBeGreaterThan(best[100] ?? Number.POSITIVE_INFINITY)
})

test('times keep the order of the steps, none is past the end of the set', () => {
  const isInOrder = ({ createTime, payTime, shipTime, receiveTime }: Order): boolean => {
    const steps = [createTime, payTime, shipTime, receiveTime].filter((time) => time !== undefined)
    const all = [FIRST_TIME, ...steps, sample.asOf - 1]
    return all.every((time, at) => at === 0 || time >= (all[at - 1] ?? time))
  }
  expect(generated().filter((order) => !isInOrder(order))).toEqual([])
})

test('real orders are told from generated ones', () => {
  const real = orders.filter(({ origin }) => origin === 'real')
  expect(real.length).toBeGreaterThan(50)
  expect(new Set(real.map(({ currency }) => currency))).toEqual(new Set(['GBP']))
})

test('each row of each table says whether it is real or generated', () => {
  for (const { schema, rows, row } of sample.tables) {
    const origins = Array.from({ length: rows }, (_, n) => Object.entries(row(n))).map(
      (columns) => columns.find(([name]) => name === 'origin')?.[1],
    )
    expect(new Set(origins), schema.name).toEqual(new Set(['real', 'generated']))
  }
})

test('order numbers and keys of all tables are unique', () => {
  for (const { schema, rows, row } of sample.tables) {
    const keys = new Set<string>()
    for (let n = 0; n < rows; n += 1) keys.add(String(Object.values(row(n))[1]))
    expect(keys.size, schema.name).toBe(rows)
  }
})
