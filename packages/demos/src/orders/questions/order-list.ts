import { type RowOf, sort } from '@rowhouse/client'
import {
  type ListOrder,
  type ListParts,
  type Listed,
  listQuestion,
} from '../../sample/list-question.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import { type Order, compareOrderKeys, orderRowOf } from '../rows/order.js'

type FoundOrder = RowOf<typeof ORDER_CONTRACT>

/** Orders are shown as they are stored. */
export const LISTED_ORDERS: Listed<typeof ORDER_CONTRACT, Order, FoundOrder> = {
  table: ORDER_CONTRACT,
  index: ORDER_INDEX,
  rowOf: (row) => row,
  rowOfFact: orderRowOf,
  compareKeys: compareOrderKeys,
}

const SORTS: Readonly<Record<'latest' | 'dearest', ListOrder<Order>>> = {
  latest: {
    sorter: sort.byField('createTime', 'DESC'),
    compare: (a, b) => b.createTime - a.createTime,
  },
  dearest: {
    sorter: sort.byField('totalPrice', 'DESC'),
    compare: (a, b) => b.totalFen - a.totalFen,
  },
}

interface OrderListParts<Parameters> extends Omit<ListParts<Parameters, Order>, 'order'> {
  /** What comes first. */
  readonly order: keyof typeof SORTS
}

/** A question for whole orders, a page of them. */
export const orderList = <Parameters>({ order, ...parts }: OrderListParts<Parameters>) =>
  listQuestion(LISTED_ORDERS, { ...parts, order: () => SORTS[order] })
