import { query } from '@rowhouse/client'
import { DAY_MS } from '../../generate/beijing-calendar.js'
import type { Question } from '../../sample/question.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import type { Order } from '../rows/order.js'
import type { Period } from './clauses.js'
import { monthOf } from './periods.js'

/** Of the buyers of a period, those who bought again so soon after their first order in it. */
export interface RepeatBuyers {
  readonly buyers: number
  readonly within30Days: number
  readonly within90Days: number
}

const SOON_MS = 30 * DAY_MS
const LATE_MS = 90 * DAY_MS

/** August 2025, the last month after which there are 90 days. */
const AUGUST = monthOf(Date.UTC(2025, 7, 15))

/**
 * Who buys again. The index has the orders of each buyer apart, so the job reads buyer and time of all
 * orders that matter, and holds the two earliest of each buyer.
 */
export const repeatBuyers: Question<{ readonly period: Period }, RepeatBuyers, Order> = {
  name: 'platform-repeat-buyers',
  persona: 'platform',
  way: 'job',
  planted: { period: AUGUST },
  draw: ({ createTime }) => ({ period: monthOf(createTime) }),
  ask: async (client, { period }, { onRows = () => undefined } = {}) => {
    const buyers = new FirstOrders()
    const createTime = { gte: BigInt(period.from), lt: BigInt(period.to + LATE_MS) }
    const orders = client
      .table(ORDER_CONTRACT)
      .index(ORDER_INDEX)
      .scan({
        query: query.range('createTime', createTime),
        columns: ['cId', 'createTime'],
      })
    let rows = 0
    for await (const order of orders) {
      if (order.cId === undefined || order.createTime === undefined) continue
      buyers.add(order.cId, Number(order.createTime))
      onRows((rows += 1))
    }
    return buyers.repeatBuyers(period)
  },
  tally: ({ period }) => {
    const buyers = new FirstOrders()
    return {
      add: ({ consumerId, createTime }) => {
        if (createTime >= period.from && createTime < period.to + LATE_MS) {
          buyers.add(consumerId, createTime)
        }
      },
      answer: () => buyers.repeatBuyers(period),
    }
  },
  weakened: () => [],
}

/** The times of the first two orders of each buyer; orders come in no order. */
class FirstOrders {
  readonly #times = new Map<string, { first: number; second: number }>()

  add(buyer: string, time: number): void {
    const times = this.#times.get(buyer)
    if (times === undefined) {
      this.#times.set(buyer, { first: time, second: Number.POSITIVE_INFINITY })
    } else if (time < times.first) {
      times.second = times.first
      times.first = time
    } else {
      times.second = Math.min(times.second, time)
    }
  }

  repeatBuyers({ to }: Period): RepeatBuyers {
    const gaps = [...this.#times.values()]
      .filter(({ first }) => first < to)
      .map(({ first, second }) => second - first)
    const within = (ms: number): number => gaps.filter((gap) => gap <= ms).length
    return { buyers: gaps.length, within30Days: within(SOON_MS), within90Days: within(LATE_MS) }
  }
}
