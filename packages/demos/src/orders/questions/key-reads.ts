import type { RowOf } from '@rowhouse/client'
import { query } from '@rowhouse/client'
import { keyHash } from '../../sample/key-hash.js'
import type { Question } from '../../sample/question.js'
import { searchQuestion } from '../../sample/search-question.js'
import type { Tally } from '../../sample/tally.js'
import { CONSUMER_ORDERS, ORDER_CONTRACT, ORDER_INDEX, SELLER_ORDERS } from '../order-tables.js'
import { type Order, orderRowOf } from '../rows/order.js'
import { orderIdOf } from '../rows/order-maker.js'
import type { Period } from './clauses.js'
import { PAGE_ROWS } from './order-list.js'
import { LAST_MONTH, monthOf } from './periods.js'

type OrderRow = RowOf<typeof ORDER_CONTRACT>

interface ByNumber {
  readonly order: string
}

const oneOrder = {
  persona: 'consumer',
  planted: { order: orderIdOf(1) },
  draw: ({ id }: Order): ByNumber => ({ order: id }),
  tally: ({ order }: ByNumber): Tally<Order, OrderRow | undefined> => {
    let found: OrderRow | undefined
    return {
      add: (fact) => {
        if (fact.id === order) found = orderRowOf(fact)
      },
      answer: () => found,
    }
  },
} as const

/** An order by its number, which is its key. */
export const orderByKey: Question<ByNumber, OrderRow | undefined, Order> = {
  ...oneOrder,
  name: 'order-by-key',
  way: 'key',
  ask: (client, { order }) =>
    client.table(ORDER_CONTRACT).get({ oIdMd5: keyHash(order), oId: order }),
  weakened: () => [],
}

/** The same order by the search index, to compare the two ways. */
export const orderByIndex = searchQuestion<
  typeof ORDER_CONTRACT,
  ByNumber,
  OrderRow | undefined,
  Order
>({
  ...oneOrder,
  name: 'order-by-index',
  table: ORDER_CONTRACT,
  index: ORDER_INDEX,
  clauses: ({ order }) => ({ order: query.term('oId', order) }),
  shape: () => ({ limit: 1 }),
  answerOf: ({ rows: [row] }) => row,
})

/** An order as a secondary index shows it. */
export interface OrderEntry {
  readonly order: string
  readonly createTime: number
}

const entryOf = ({ oId, createTime }: { oId: string; createTime: bigint }): OrderEntry => ({
  order: oId,
  createTime: Number(createTime),
})

/** The latest orders that pass; the index has equal times in the order of their keys. */
const tallyLatest = (passes: (order: Order) => boolean): Tally<Order, readonly OrderEntry[]> => {
  let latest: { readonly entry: OrderEntry; readonly hash: string }[] = []
  return {
    add: (order) => {
      if (!passes(order)) return
      const entry = { order: order.id, createTime: order.createTime }
      latest.push({ entry, hash: keyHash(order.id) })
      if (latest.length > 100 * PAGE_ROWS) latest = firstOf(latest)
    },
    answer: () => firstOf(latest).map(({ entry }) => entry),
  }
}

const firstOf = <Item extends { readonly entry: OrderEntry; readonly hash: string }>(
  items: readonly Item[],
): Item[] =>
  items
    .toSorted((a, b) => b.entry.createTime - a.entry.createTime || (a.hash < b.hash ? 1 : -1))
    .slice(0, PAGE_ROWS)

/** A consumer's latest orders from the secondary index by consumer and time, read backwards. */
export const latestOfConsumer: Question<
  { readonly consumer: string },
  readonly OrderEntry[],
  Order
> = {
  name: 'consumer-latest-by-key',
  persona: 'consumer',
  way: 'key',
  planted: { consumer: 'c0001' },
  draw: ({ consumerId }) => ({ consumer: consumerId }),
  ask: async (client, { consumer }) => {
    const entries: OrderEntry[] = []
    const range = { prefix: { cId: consumer }, direction: 'backward', limit: PAGE_ROWS } as const
    for await (const row of client.table(CONSUMER_ORDERS).range(range)) entries.push(entryOf(row))
    return entries
  },
  tally: ({ consumer }) => tallyLatest(({ consumerId }) => consumerId === consumer),
  weakened: () => [],
}

/** A seller's latest orders of a period from the secondary index by seller and time. */
export const latestOfSeller: Question<
  { readonly seller: string; readonly period: Period },
  readonly OrderEntry[],
  Order
> = {
  name: 'seller-latest-by-key',
  persona: 'seller',
  way: 'key',
  planted: { seller: 's0001', period: LAST_MONTH },
  draw: ({ sellerId, createTime }) => ({ seller: sellerId, period: monthOf(createTime) }),
  ask: async (client, { seller, period: { from, to } }) => {
    const entries: OrderEntry[] = []
    const range = {
      from: { sId: seller, createTime: BigInt(from) },
      to: { sId: seller, createTime: BigInt(to) },
      direction: 'backward',
      limit: PAGE_ROWS,
    } as const
    for await (const row of client.table(SELLER_ORDERS).range(range)) entries.push(entryOf(row))
    return entries
  },
  tally: ({ seller, period: { from, to } }) =>
    tallyLatest(
      ({ sellerId, createTime }) => sellerId === seller && createTime >= from && createTime < to,
    ),
  weakened: () => [],
}
