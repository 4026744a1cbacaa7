import type { RowOf } from '@rowhouse/client'
import { sort } from '@rowhouse/client'
import { type Clauses, passesAll, queriesOf } from '../../sample/clause.js'
import type { Question } from '../../sample/question.js'
import { searchQuestion } from '../../sample/search-question.js'
import { type Found, tallyList } from '../../sample/tally.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import { type Order, compareOrderKeys, orderRowOf } from '../rows/order.js'

export type FoundOrders = Found<RowOf<typeof ORDER_CONTRACT>>

/** The orders of a list, best first. */
export type OrderSort = 'latest' | 'dearest'

const SORTS = {
  latest: {
    sorter: sort.byField('createTime', 'DESC'),
    compare: (a: Order, b: Order) => b.createTime - a.createTime,
  },
  dearest: {
    sorter: sort.byField('totalPrice', 'DESC'),
    compare: (a: Order, b: Order) => b.totalFen - a.totalFen,
  },
} as const

export const PAGE_ROWS = 20

interface OrderListParts<Parameters>
  extends Pick<Question<Parameters, FoundOrders, Order>, 'name' | 'persona' | 'planted' | 'draw'> {
  readonly clauses: (parameters: Parameters) => Clauses<Order>
  readonly order: OrderSort
  readonly limit?: number
}

/** A question for whole orders, a page of them. */
export function orderList<Parameters>({
  clauses,
  order,
  limit = PAGE_ROWS,
  ...topic
}: OrderListParts<Parameters>) {
  const { sorter, compare } = SORTS[order]
  return searchQuestion<typeof ORDER_CONTRACT, Parameters, FoundOrders, Order>({
    ...topic,
    table: ORDER_CONTRACT,
    index: ORDER_INDEX,
    clauses: (parameters) => queriesOf(clauses(parameters)),
    shape: () => ({ sort: [sorter], limit, count: true }),
    answerOf: ({ total = 0, rows }) => ({ total, rows }),
    tally: (parameters) =>
      tallyList({
        passes: passesAll(clauses(parameters)),
        compare: (a, b) => compare(a, b) || compareOrderKeys(a, b),
        limit,
        rowOf: orderRowOf,
      }),
  })
}
