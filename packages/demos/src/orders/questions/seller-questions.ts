import { DAY_MS } from '../../generate/beijing-calendar.js'
import { type Order, productIdsOf, statusOf, type OrderStatus } from '../rows/order.js'
import { type Period, createdWithin, inStatus, nameLike, ofSeller, paidWithin } from './clauses.js'
import { wordIn } from './consumer-questions.js'
import { LATEST, orderList } from './order-list.js'
import { LAST_MONTH, monthOf } from './periods.js'
import { salesBy, salesByStep } from './sales.js'

const persona = 'seller'

interface SellersMonth {
  readonly seller: string
  readonly period: Period
}

const BEST_SELLER: SellersMonth = { seller: 's0001', period: LAST_MONTH }
const drawMonth = ({ sellerId, createTime }: Order): SellersMonth => ({
  seller: sellerId,
  period: monthOf(createTime),
})

export const ordersOfMonth = orderList<SellersMonth>({
  name: 'seller-orders-of-month',
  persona,
  planted: BEST_SELLER,
  draw: drawMonth,
  clauses: ({ seller, period }) => ({ seller: ofSeller(seller), period: createdWithin(period) }),
  order: () => LATEST,
})

export const ordersToShip = orderList<SellersMonth & { readonly status: OrderStatus }>({
  name: 'seller-orders-in-status',
  persona,
  planted: { ...BEST_SELLER, status: 'paid' },
  draw: (order) => ({ ...drawMonth(order), status: statusOf(order) }),
  clauses: ({ seller, period, status }) => ({
    seller: ofSeller(seller),
    period: createdWithin(period),
    status: inStatus(status),
  }),
  order: () => LATEST,
})

export const ordersByName = orderList<{ readonly seller: string; readonly text: string }>({
  name: 'seller-orders-like-name',
  persona,
  planted: { seller: 's0001', text: '电脑' },
  draw: (order) => ({ seller: order.sellerId, text: wordIn(order) }),
  clauses: ({ seller, text }) => ({ seller: ofSeller(seller), name: nameLike(text) }),
  order: () => LATEST,
})

export const bestProducts = salesBy<SellersMonth>({
  name: 'seller-best-products',
  persona,
  planted: BEST_SELLER,
  draw: drawMonth,
  clauses: ({ seller, period }) => ({ seller: ofSeller(seller), period: createdWithin(period) }),
  field: 'pId',
  keysOf: productIdsOf,
  best: 'orders',
  size: 10,
})

export const salesByDay = salesByStep<SellersMonth>({
  name: 'seller-sales-by-day',
  persona,
  planted: BEST_SELLER,
  draw: drawMonth,
  clauses: ({ seller, period }) => ({ seller: ofSeller(seller), paid: paidWithin(period) }),
  stepMs: DAY_MS,
})
