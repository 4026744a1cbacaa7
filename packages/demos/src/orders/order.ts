import type TableStore from 'tablestore'
import type { OrderLine } from '../online-retail/order-line.js'
import { readOrderLines } from '../online-retail/read-order-lines.js'
import { long } from '../scenario/sdk-queries.js'

/** One order: a consumer buys so many pieces of one product. */
export interface Order {
  readonly id: string
  /** Empty for those whose consumer nobody wrote down. */
  readonly consumer: string
  readonly product: string
  readonly productName: string
  readonly country: string
  /** Negative for goods that came back. */
  readonly count: number
  /** Thousandths of a pound. */
  readonly priceMills: number
  /** Milliseconds since the epoch. */
  readonly createTime: number
}

export const totalMills = (order: Order): number => order.count * order.priceMills

/** The total in pounds, as the index sees it. */
export const total = (order: Order): number => totalMills(order) / 1000

/** Every line of the online-retail file as an order of its own. */
export const readOrders = async (path: string): Promise<Order[]> => {
  const orders: Order[] = []
  for await (const line of readOrderLines(path)) orders.push(orderOf(line))
  return orders
}

const orderOf = (line: OrderLine): Order => ({
  id: `${line.invoiceNo}-${line.line}`,
  consumer: line.customerId,
  product: line.stockCode,
  productName: line.description,
  country: line.country,
  count: line.quantity,
  priceMills: line.unitPriceMills,
  createTime: line.invoiceTime,
})

/** Amounts twice: exact for sums, and in pounds for questions such as "at least 99.99". */
export const columnsOf = (order: Order): TableStore.NamedValue[] => {
  const columns: TableStore.NamedValue[] = [
    { pId: order.product },
    { country: order.country },
    { pCount: long(order.count) },
    { pPriceMills: long(order.priceMills) },
    { totalMills: long(totalMills(order)) },
    { totalPrice: total(order) },
    { createTime: long(order.createTime) },
  ]
  if (order.consumer !== '') columns.push({ cId: order.consumer })
  if (order.productName !== '') columns.push({ pName: order.productName })
  return columns
}
