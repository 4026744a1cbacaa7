import { compareText } from '../questions/compare-text.js'
import type { AnswerOf } from '../questions/desk-questions.js'
import type { StoredOrder } from '../questions/stored-order.js'

export interface FoundOrders {
  readonly total: number
  readonly rows: readonly StoredOrder[]
}

export type CompareOrders = (a: StoredOrder, b: StoredOrder) => number

const byKey: CompareOrders = (a, b) => compareText(a.oIdMd5, b.oIdMd5) || compareText(a.oId, b.oId)

export const latestFirst: CompareOrders = (a, b) =>
  Number((b.createTime ?? 0n) - (a.createTime ?? 0n)) || byKey(a, b)

export const dearestFirst: CompareOrders = (a, b) =>
  (b.totalPrice ?? 0) - (a.totalPrice ?? 0) || byKey(a, b)

/** The first page of a list of which each part has its own first page. */
export const mergeLists = (
  parts: readonly FoundOrders[],
  compare: CompareOrders,
  limit: number,
): FoundOrders => ({
  total: parts.reduce((total, part) => total + part.total, 0),
  rows: parts
    .flatMap(({ rows }) => rows)
    .toSorted(compare)
    .slice(0, limit),
})

type SalesAt = AnswerOf<'turnoverByDay'>

/** Turnover by time of orders that stand in several places. */
export function mergeSteps(parts: readonly SalesAt[]): SalesAt {
  const steps = new Map<number, { from: number; orders: number; totalFen: number }>()
  for (const { from, orders, totalFen } of parts.flat()) {
    const step = steps.get(from)
    if (step === undefined) steps.set(from, { from, orders, totalFen })
    else {
      step.orders += orders
      step.totalFen += totalFen
    }
  }
  return [...steps.values()].toSorted((a, b) => a.from - b.from)
}

type Sales = AnswerOf<'bestBuyers'>

/** The best of parts that share no key: each buyer stands on one shard. */
export const mergeBest = (parts: readonly Sales[], size: number): Sales =>
  parts
    .flat()
    .toSorted((a, b) => b.totalFen - a.totalFen || compareText(a.key, b.key))
    .slice(0, size)

type Funnel = AnswerOf<'funnel'>

export const mergeFunnels = (parts: readonly Funnel[]): Funnel =>
  parts.reduce(
    (sum, part) => ({
      created: sum.created + part.created,
      paid: sum.paid + part.paid,
      shipped: sum.shipped + part.shipped,
      received: sum.received + part.received,
    }),
    { created: 0, paid: 0, shipped: 0, received: 0 },
  )
