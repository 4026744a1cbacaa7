import { monthBegin } from '../../generate/beijing-calendar.js'
import { AS_OF } from '../rows/order-times.js'
import { type Order, totalPriceOf } from '../rows/order.js'
import {
  type Period,
  createdWithin,
  nameLike,
  ofConsumer,
  totalAtLeast,
  withWord,
} from './clauses.js'
import { DEAREST, LATEST, orderList } from './order-list.js'
import { LAST_YEAR, yearAround } from './periods.js'
import { salesByPeriod } from './sales.js'

const persona = 'consumer'

/** Two signs of a name, or a word that is in no order of a shop with English names. */
export const wordIn = ({ lines }: Order): string => {
  const names = lines.map(({ productName }) => productName).join(' ')
  return /\p{Script=Han}{2}/u.exec(names)?.[0] ?? '电脑'
}

export const ordersByWord = orderList<{
  readonly consumer: string
  readonly period: Period
  readonly word: string
}>({
  name: 'consumer-orders-by-word',
  persona,
  planted: { consumer: 'c0001', period: LAST_YEAR, word: '电脑' },
  draw: (order) => ({
    consumer: order.consumerId,
    period: yearAround(order.createTime),
    word: wordIn(order),
  }),
  clauses: ({ consumer, period, word }) => ({
    consumer: ofConsumer(consumer),
    period: createdWithin(period),
    word: withWord(word),
  }),
  order: () => LATEST,
})

export const ordersByAmount = orderList<{
  readonly consumer: string
  readonly atLeast: number
}>({
  name: 'consumer-orders-by-amount',
  persona,
  planted: { consumer: 'c0001', atLeast: 99.99 },
  draw: (order) => ({ consumer: order.consumerId, atLeast: totalPriceOf(order) }),
  clauses: ({ consumer, atLeast }) => ({
    consumer: ofConsumer(consumer),
    amount: totalAtLeast(atLeast),
  }),
  order: () => DEAREST,
})

export const ordersLikeName = orderList<{
  readonly consumer: string
  readonly text: string
}>({
  name: 'consumer-orders-like-name',
  persona,
  planted: { consumer: 'c0001', text: '脑' },
  draw: (order) => ({
    consumer: order.consumerId,
    text: (order.lines[0]?.productName ?? '电脑').slice(2, 5),
  }),
  clauses: ({ consumer, text }) => ({ consumer: ofConsumer(consumer), name: nameLike(text) }),
  order: () => LATEST,
})

/** The months of the year that ends with the set. */
export const SPENDING_MONTHS = Array.from({ length: 12 }, (_, month) => ({
  from: monthBegin(AS_OF, month - 12),
  to: monthBegin(AS_OF, month - 11),
}))

export const spendingByMonth = salesByPeriod<{ readonly consumer: string }>({
  name: 'consumer-spending-by-month',
  persona,
  planted: { consumer: 'c0001' },
  draw: ({ consumerId }) => ({ consumer: consumerId }),
  clauses: ({ consumer }) => ({ consumer: ofConsumer(consumer) }),
  periods: SPENDING_MONTHS,
})
