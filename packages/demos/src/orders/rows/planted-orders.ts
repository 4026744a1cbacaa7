import { HOUR_MS } from '../../generate/beijing-calendar.js'
import type { Consumer } from './consumers.js'
import type { Given } from './order-maker.js'
import { AS_OF } from './order-times.js'

/** The manual's consumer, and two whose ids begin like hers. */
const PLANTED: readonly (readonly [Consumer, number])[] = [
  [{ id: 'c0001', name: '陈小雨', city: '杭州' }, 240],
  [{ id: 'c00010', name: '王晓明', city: '北京' }, 60],
  [{ id: 'c00011', name: 'Ada Baker', city: '上海' }, 60],
]

export const PLANTED_CONSUMERS: readonly Consumer[] = PLANTED.map(([consumer]) => consumer)

/** So that the orders of each consumer reach over the whole two years. */
const APART_MS = 73 * HOUR_MS
/** Just below the amount that the manual asks for, and the amount itself. */
const AMOUNTS_FEN: readonly number[] = [99_98, 99_99]

/** The planted orders, which are the first of the set. */
export function plantedOrders(): readonly Given[] {
  return PLANTED.flatMap(([consumer, orders]) =>
    Array.from({ length: orders }, (_, at) => givenAt(consumer, at, orders)),
  )
}

function givenAt(consumer: Consumer, at: number, orders: number): Given {
  const step = (APART_MS * 240) / orders
  const totalFen = AMOUNTS_FEN[at]
  return {
    consumer,
    createTime: AS_OF - (at + 1) * step + at * 61_000,
    hasComputer: at % 5 === 0,
    ...(at % 4 === 0 && { seller: 0 }),
    ...(totalFen !== undefined && { totalFen }),
  }
}
