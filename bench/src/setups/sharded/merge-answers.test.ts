import { ordersSample, orderRowOf } from '@rowhouse/demos'
import { expect, test } from 'vitest'
import { storedOrder } from '../questions/stored-order.js'
import {
  dearestFirst,
  latestFirst,
  mergeBest,
  mergeFunnels,
  mergeLists,
  mergeSteps,
} from './merge-answers.js'

const source = ordersSample({ seed: 1, rows: 100 })
const orders = Array.from({ length: 100 }, (_, n) => storedOrder(orderRowOf(source.fact(n))))
const parts = [0, 1, 2].map((part) => orders.filter((_, n) => n % 3 === part))

test.each([latestFirst, dearestFirst])(
  'the first page of all is made of first pages',
  (compare) => {
    const lists = parts.map((part) => ({
      total: part.length,
      rows: part.toSorted(compare).slice(0, 10),
    }))
    const merged = mergeLists(lists, compare, 10)
    expect(merged.total).toBe(100)
    expect(merged.rows).toEqual(orders.toSorted(compare).slice(0, 10))
  },
)

test('orders of one time stand in the order of their keys', () => {
  const [first, second] = orders
  if (first === undefined || second === undefined) throw new Error('two orders')
  const equal = { ...first, createTime: 1n, oIdMd5: '00000001' }
  const other = { ...second, createTime: 1n, oIdMd5: '00000002' }
  expect([other, equal].toSorted(latestFirst)).toEqual([equal, other])
})

test('turnover of one day is added, and days stand in their order', () => {
  const merged = mergeSteps([
    [{ from: 2, orders: 1, totalFen: 10 }],
    [
      { from: 1, orders: 2, totalFen: 5 },
      { from: 2, orders: 3, totalFen: 7 },
    ],
  ])
  expect(merged).toEqual([
    { from: 1, orders: 2, totalFen: 5 },
    { from: 2, orders: 4, totalFen: 17 },
  ])
})

test('the best of all are among the best of each, equal ones by their key', () => {
  const sales = (key: string, totalFen: number) => ({ key, orders: 1, totalFen })
  const merged = mergeBest(
    [
      [sales('c3', 9), sales('c1', 5)],
      [sales('c2', 5), sales('c4', 1)],
    ],
    3,
  )
  expect(merged.map(({ key }) => key)).toEqual(['c3', 'c1', 'c2'])
})

test('steps of a funnel are added', () => {
  const part = { created: 4, paid: 3, shipped: 2, received: 1 }
  expect(mergeFunnels([part, part])).toEqual({ created: 8, paid: 6, shipped: 4, received: 2 })
})
