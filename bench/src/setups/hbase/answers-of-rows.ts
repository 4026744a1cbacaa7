import { consumerQuestions } from '@rowhouse/demos'
import { BEST_PRODUCTS, PAGE_ROWS } from '../mariadb/mariadb-desk.js'
import { compareText } from '../questions/compare-text.js'
import type { AnswerOf } from '../questions/desk-questions.js'
import type { StoredOrder } from '../questions/stored-order.js'
import type { CompareOrders, FoundOrders } from '../sharded/merge-answers.js'

type Orders = readonly StoredOrder[]

/** A list made by the program itself, of rows that it has read. */
export const listRows = (orders: Orders, compare: CompareOrders): FoundOrders => ({
  total: orders.length,
  rows: orders.toSorted(compare).slice(0, PAGE_ROWS),
})

export const latestEntries = (orders: Orders): AnswerOf<'latestOfConsumer'> =>
  orders
    .map((order) => ({ order, createTime: Number(order.createTime) }))
    .toSorted(
      (a, b) =>
        b.createTime - a.createTime ||
        compareText(b.order.oIdMd5, a.order.oIdMd5) ||
        compareText(b.order.oId, a.order.oId),
    )
    .slice(0, PAGE_ROWS)
    .map(({ order, createTime }) => ({ order: order.oId, createTime }))

export const spendingOf = (orders: Orders): AnswerOf<'spendingByMonth'> =>
  consumerQuestions.SPENDING_MONTHS.map(({ from, to }) => {
    const found = orders.filter(({ createTime = 0n }) => createTime >= from && createTime < to)
    return { from, orders: found.length, totalFen: sumOf(found) }
  })

export function bestProductsOf(orders: Orders): AnswerOf<'bestProducts'> {
  const products = new Map<string, StoredOrder[]>()
  for (const order of orders) {
    for (const product of productsOf(order)) {
      const found = products.get(product)
      if (found === undefined) products.set(product, [order])
      else found.push(order)
    }
  }
  return [...products]
    .map(([key, found]) => ({ key, orders: found.length, totalFen: sumOf(found) }))
    .toSorted((a, b) => b.orders - a.orders || compareText(a.key, b.key))
    .slice(0, BEST_PRODUCTS)
}

function productsOf({ pId = '[]' }: StoredOrder): string[] {
  const products: unknown = JSON.parse(pId)
  return Array.isArray(products) ? products.map(String) : []
}

const sumOf = (orders: Orders): number =>
  orders.reduce((sum, { totalFen = 0n }) => sum + Number(totalFen), 0)
