import { compareKeysOf, keyHash } from '../../sample/key-hash.js'
import { keyQuestions } from '../../sample/key-questions.js'
import { PAGE_ROWS } from '../../sample/list-question.js'
import type { Question } from '../../sample/question.js'
import { type Tally, tallyList } from '../../sample/tally.js'
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

/** The latest orders that pass; the index, read backwards, has equal times in the reverse order of keys. */
const tallyLatest = (passes: (order: Order) => boolean): Tally<Order, readonly OrderEntry[]> => {
  const { add, answer } = tallyList<Order, OrderEntry>({
    passes,
    compare: (a, b) => b.createTime - a.createTime || compareKeysOf(b, a),
    limit: PAGE_ROWS,
    rowOf: ({ id, createTime }) => ({ order: id, createTime }),
  })
  return { add, answer: () => answer().rows }
}

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
