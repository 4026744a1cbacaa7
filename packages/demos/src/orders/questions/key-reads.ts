import { keyHash } from '../../sample/key-hash.js'
import { keyQuestions } from '../../sample/key-questions.js'
import { PAGE_ROWS } from '../../sample/list-question.js'
import type { Question } from '../../sample/question.js'
import type { Tally } from '../../sample/tally.js'
import { CONSUMER_ORDERS, SELLER_ORDERS } from '../order-tables.js'
import type { Order } from '../rows/order.js'
import { orderIdOf } from '../rows/order-maker.js'
import type { Period } from './clauses.js'
import { LISTED_ORDERS } from './order-list.js'
import { LAST_MONTH, monthOf } from './periods.js'

/** An order by its number, which is its key, and the same order by the search index. */
export const { byKey: orderByKey, byIndex: orderByIndex } = keyQuestions(LISTED_ORDERS, {
  noun: 'order',
  persona: 'consumer',
  planted: { id: orderIdOf(1) },
  keyOf: (id) => ({ oIdMd5: keyHash(id), oId: id }),
  field: 'oId',
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
