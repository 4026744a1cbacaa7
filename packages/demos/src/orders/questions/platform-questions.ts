import { aggregate } from '@rowhouse/client'
import { DAY_MS, HOUR_MS } from '../../generate/beijing-calendar.js'
import { passesAll, queriesOf } from '../../sample/clause.js'
import { searchQuestion } from '../../sample/search-question.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import { type Order, brandsOf, totalPriceOf } from '../rows/order.js'
import { AS_OF } from '../rows/order-times.js'
import {
  type Period,
  brandLike,
  createdWithin,
  paidWithin,
  totalAtLeast,
  withBrand,
} from './clauses.js'
import { DEAREST, orderList } from './order-list.js'
import { LAST_MONTH, LAST_YEAR, dayOf, monthOf } from './periods.js'
import { salesBy, salesByStep } from './sales.js'

const persona = 'platform'

interface InPeriod {
  readonly period: Period
}

const drawMonth = ({ createTime }: Order): InPeriod => ({ period: monthOf(createTime) })
const paid = ({ period }: InPeriod) => ({ paid: paidWithin(period) })

export const turnoverByDay = salesByStep<InPeriod>({
  name: 'platform-turnover-by-day',
  persona,
  planted: { period: LAST_MONTH },
  draw: drawMonth,
  clauses: paid,
  stepMs: DAY_MS,
})

/** 2025-11-11 at noon in Beijing. */
const SHOPPING_DAY = Date.UTC(2025, 10, 11, 4)

export const turnoverByHour = salesByStep<InPeriod>({
  name: 'platform-turnover-by-hour',
  persona,
  planted: { period: dayOf(SHOPPING_DAY) },
  draw: ({ createTime }) => ({ period: dayOf(createTime) }),
  clauses: paid,
  stepMs: HOUR_MS,
})

export const turnoverByCategory = salesBy<InPeriod>({
  name: 'platform-turnover-by-category',
  persona,
  planted: { period: LAST_MONTH },
  draw: drawMonth,
  clauses: paid,
  field: 'pType',
  keysOf: ({ category }) => [category],
  best: 'turnover',
  size: 100,
})

export const bestBuyers = salesBy<InPeriod>({
  name: 'platform-best-buyers',
  persona,
  planted: { period: LAST_MONTH },
  draw: drawMonth,
  clauses: paid,
  field: 'cId',
  keysOf: ({ consumerId }) => [consumerId],
  best: 'turnover',
  size: 100,
})

export const buyersOfBrand = salesBy<InPeriod & { readonly brand: string }>({
  name: 'platform-buyers-of-brand',
  persona,
  planted: { period: LAST_MONTH, brand: '晨曦' },
  draw: (order) => ({ ...drawMonth(order), brand: brandsOf(order)[0] ?? '晨曦' }),
  clauses: ({ period, brand }) => ({ period: createdWithin(period), brand: withBrand(brand) }),
  field: 'cId',
  keysOf: ({ consumerId }) => [consumerId],
  best: 'turnover',
  size: 50,
})

export const dearOrdersOfBrands = orderList<
  InPeriod & { readonly atLeast: number; readonly brandText: string }
>({
  name: 'platform-dear-orders-of-brands',
  persona,
  planted: { period: LAST_YEAR, atLeast: 2_000, brandText: '山' },
  draw: (order) => ({
    ...drawMonth(order),
    atLeast: totalPriceOf(order),
    brandText: (brandsOf(order)[0] ?? '晨曦').slice(1, 3),
  }),
  clauses: ({ period, atLeast, brandText }) => ({
    amount: totalAtLeast(atLeast),
    brand: brandLike(brandText),
    paid: paidWithin(period),
  }),
  order: () => DEAREST,
  limit: 100,
})

/** How far the orders of a period have come. */
export interface Funnel {
  readonly created: number
  readonly paid: number
  readonly shipped: number
  readonly received: number
}

const STEPS = {
  paid: aggregate.count('payTime'),
  shipped: aggregate.count('shipTime'),
  received: aggregate.count('receiveTime'),
}

const createdIn = ({ period }: InPeriod) => ({ created: createdWithin(period) })

export const funnel = searchQuestion<typeof ORDER_CONTRACT, InPeriod, Funnel, Order, typeof STEPS>({
  name: 'platform-funnel',
  persona,
  table: ORDER_CONTRACT,
  index: ORDER_INDEX,
  planted: { period: LAST_MONTH },
  draw: drawMonth,
  clauses: (parameters) => queriesOf(createdIn(parameters)),
  shape: () => ({ limit: 0, count: true, aggregations: STEPS }),
  answerOf: ({ total = 0, aggregations: { paid: paidOnes, shipped, received } }) => ({
    created: total,
    paid: paidOnes.value,
    shipped: shipped.value,
    received: received.value,
  }),
  tally: (parameters) => {
    const passes = passesAll(createdIn(parameters))
    const funnelSoFar = { created: 0, paid: 0, shipped: 0, received: 0 }
    return {
      add: (order) => {
        if (!passes(order)) return
        funnelSoFar.created += 1
        if (order.payTime !== undefined) funnelSoFar.paid += 1
        if (order.shipTime !== undefined) funnelSoFar.shipped += 1
        if (order.receiveTime !== undefined) funnelSoFar.received += 1
      },
      answer: () => funnelSoFar,
    }
  },
})

/** Number, sum and bounds of the amounts of a period. */
export interface Amounts {
  readonly orders: number
  readonly sumFen: number
  readonly leastFen: number
  readonly mostFen: number
}

const AMOUNTS = {
  sum: aggregate.sum('totalFen'),
  least: aggregate.minimum('totalFen'),
  most: aggregate.maximum('totalFen'),
}

export const amounts = searchQuestion<
  typeof ORDER_CONTRACT,
  InPeriod,
  Amounts,
  Order,
  typeof AMOUNTS
>({
  name: 'platform-amounts',
  persona,
  table: ORDER_CONTRACT,
  index: ORDER_INDEX,
  planted: { period: { from: LAST_MONTH.from, to: AS_OF } },
  draw: drawMonth,
  clauses: (parameters) => queriesOf(paid(parameters)),
  shape: () => ({ limit: 0, count: true, aggregations: AMOUNTS }),
  answerOf: ({ total = 0, aggregations: { sum, least, most } }) =>
    total === 0
      ? NO_AMOUNTS
      : { orders: total, sumFen: sum.value, leastFen: least.value, mostFen: most.value },
  tally: (parameters) => {
    const passes = passesAll(paid(parameters))
    let found = NO_AMOUNTS
    return {
      add: (order) => {
        if (!passes(order)) return
        const { totalFen } = order
        const { orders, sumFen, leastFen, mostFen } = found
        found = {
          orders: orders + 1,
          sumFen: sumFen + totalFen,
          leastFen: orders === 0 ? totalFen : Math.min(leastFen, totalFen),
          mostFen: Math.max(mostFen, totalFen),
        }
      },
      answer: () => found,
    }
  },
})

const NO_AMOUNTS: Amounts = { orders: 0, sumFen: 0, leastFen: 0, mostFen: 0 }
