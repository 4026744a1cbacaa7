import type { RowOf } from '@rowhouse/client'
import { type Listed, largestFirst, listsOf } from '../../sample/list-question.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import { type Order, orderRowOf } from '../rows/order.js'

type FoundOrder = RowOf<typeof ORDER_CONTRACT>

/** Orders are shown as they are stored. */
export const LISTED_ORDERS: Listed<typeof ORDER_CONTRACT, Order, FoundOrder> = {
  table: ORDER_CONTRACT,
  index: ORDER_INDEX,
  rowOf: (row) => row,
  rowOfFact: orderRowOf,
}

/** A question for whole orders, a page of them. */
export const orderList = listsOf(LISTED_ORDERS)

export const LATEST = largestFirst<Order>('createTime', ({ createTime }) => createTime)
export const DEAREST = largestFirst<Order>('totalPrice', ({ totalFen }) => totalFen)
