import { type SearchOptions, type SearchResult, aggregate } from '@rowhouse/client'
import type { GroupBySorter } from '@rowhouse/protocol'
import { BEIJING_OFFSET_MS, DAY_MS } from '../../generate/beijing-calendar.js'
import { type Clauses, passesAll, queriesOf } from '../../sample/clause.js'
import { metricOf } from '../../sample/metric-of.js'
import type { Question } from '../../sample/question.js'
import { searchQuestion } from '../../sample/search-question.js'
import { type Tally, compareText, tallyGroups } from '../../sample/tally.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import type { Order } from '../rows/order.js'
import type { Period } from './clauses.js'

/** Orders and turnover of a group: a buyer, a product, a category. */
export interface Sales {
  readonly key: string
  readonly orders: number
  readonly totalFen: number
}

type Topic<Parameters, Answer> = Pick<
  Question<Parameters, Answer, Order>,
  'name' | 'persona' | 'planted' | 'draw'
> & { readonly clauses: (parameters: Parameters) => Clauses<Order> }

interface SalesByParts<Parameters> extends Topic<Parameters, readonly Sales[]> {
  readonly field: string
  readonly keysOf: (order: Order) => readonly string[]
  readonly best: 'turnover' | 'orders'
  readonly size: number
}

type Groups = NonNullable<SearchOptions<typeof ORDER_CONTRACT>['groups']>
type GroupsOf<G extends Groups> = SearchResult<typeof ORDER_CONTRACT, Nothing, G>['groups']
type Nothing = Record<never, never>

interface SalesParts<Parameters, Answer, G extends Groups> extends Topic<Parameters, Answer> {
  readonly groups: G
  readonly answerOf: (groups: GroupsOf<G>) => Answer
  readonly tally: (passes: (order: Order) => boolean) => Tally<Order, Answer>
}

/** A question for groups of the orders that pass. */
const salesQuestion = <Parameters, Answer, G extends Groups>({
  clauses,
  groups,
  answerOf,
  tally,
  ...topic
}: SalesParts<Parameters, Answer, G>) =>
  searchQuestion<typeof ORDER_CONTRACT, Parameters, Answer, Order, Nothing, G>({
    ...topic,
    table: ORDER_CONTRACT,
    index: ORDER_INDEX,
    clauses: (parameters) => queriesOf(clauses(parameters)),
    shape: () => ({ limit: 0, groups }),
    answerOf: (result) => answerOf(result.groups),
    tally: (parameters) => tally(passesAll(clauses(parameters))),
  })

const TURNOVER = { turnover: aggregate.sum('totalFen') }

const SORTERS: Readonly<Record<SalesByParts<never>['best'], GroupBySorter>> = {
  turnover: { kind: 'subAggregation', name: 'turnover', order: 'DESC' },
  orders: { kind: 'rowCount', order: 'DESC' },
}

const VALUES: Readonly<Record<SalesByParts<never>['best'], (sales: Sales) => number>> = {
  turnover: ({ totalFen }) => totalFen,
  orders: ({ orders }) => orders,
}

/** The best groups of a field: by their turnover, or by the orders that they are in. */
export function salesBy<Parameters>({
  field,
  keysOf,
  best,
  size,
  ...topic
}: SalesByParts<Parameters>) {
  const sorters = [SORTERS[best], { kind: 'groupKey', order: 'ASC' } as const]
  const valueOf = VALUES[best]
  return salesQuestion({
    ...topic,
    groups: { sales: aggregate.byValue(field, { size, sort: sorters, aggregations: TURNOVER }) },
    answerOf: ({ sales }): readonly Sales[] =>
      sales.items.map((item) => ({
        key: item.key,
        orders: item.rowCount,
        totalFen: metricOf(item, 'turnover'),
      })),
    tally: (passes) =>
      tallyGroups({ passes, keysOf, valueOf: ({ totalFen }) => totalFen }, (found) =>
        [...found]
          .map(([key, { rows, sum }]) => ({ key, orders: rows, totalFen: sum }))
          .toSorted((a, b) => valueOf(b) - valueOf(a) || compareText(a.key, b.key))
          .slice(0, size),
      ),
  })
}

/** Orders and turnover from one moment on. */
export interface SalesAt {
  /** Milliseconds since the epoch. */
  readonly from: number
  readonly orders: number
  readonly totalFen: number
}

interface SalesByStepParts<Parameters> extends Topic<Parameters, readonly SalesAt[]> {
  readonly stepMs: number
}

/** Days begin at midnight in Beijing. */
const BEGIN_MS = DAY_MS - BEIJING_OFFSET_MS

/** Turnover in equal steps of the time at which orders were paid; steps without any are left out. */
export function salesByStep<Parameters>({ stepMs, ...topic }: SalesByStepParts<Parameters>) {
  const beginOf = (time: number): number =>
    time - ((((time - BEGIN_MS) % stepMs) + stepMs) % stepMs)
  const sales = aggregate.byHistogram('payTime', BigInt(stepMs), {
    offset: BigInt(BEGIN_MS % stepMs),
    minDocCount: 1,
    aggregations: TURNOVER,
  })
  return salesQuestion({
    ...topic,
    groups: { sales },
    answerOf: (groups): readonly SalesAt[] =>
      groups.sales.items.map((item) => salesAt(Number(item.key), item)),
    tally: (passes) =>
      tallyGroups(
        {
          passes,
          keysOf: ({ payTime }) => (payTime === undefined ? [] : [String(beginOf(payTime))]),
          valueOf: ({ totalFen }) => totalFen,
        },
        (found) =>
          [...found]
            .map(([key, { rows, sum }]) => ({ from: Number(key), orders: rows, totalFen: sum }))
            .toSorted((a, b) => a.from - b.from),
      ),
  })
}

interface SalesByPeriodParts<Parameters> extends Topic<Parameters, readonly SalesAt[]> {
  /** One after the other. */
  readonly periods: readonly Period[]
}

/** Turnover in periods of any length of the time at which orders were created, also in those without any. */
export function salesByPeriod<Parameters>({ periods, ...topic }: SalesByPeriodParts<Parameters>) {
  return salesQuestion({
    ...topic,
    groups: { sales: aggregate.byRanges('createTime', periods, { aggregations: TURNOVER }) },
    answerOf: ({ sales }): readonly SalesAt[] =>
      sales.items.map((item) => salesAt(item.from, item)),
    tally: (passes) => {
      const sums = periods.map(({ from }) => ({ from, orders: 0, totalFen: 0 }))
      return {
        add: (order) => {
          if (!passes(order)) return
          const { createTime, totalFen } = order
          const at = periods.findIndex(({ from, to }) => createTime >= from && createTime < to)
          const sum = sums[at]
          if (sum === undefined) return
          sum.orders += 1
          sum.totalFen += totalFen
        },
        answer: () => sums,
      }
    },
  })
}

type SalesItem = Parameters<typeof metricOf>[0] & { readonly rowCount: number }

const salesAt = (from: number, item: SalesItem): SalesAt => ({
  from,
  orders: item.rowCount,
  totalFen: item.rowCount === 0 ? 0 : metricOf(item, 'turnover'),
})
