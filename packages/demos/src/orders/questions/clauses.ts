import { query } from '@rowhouse/client'
import type { Clause } from '../../sample/clause.js'
import {
  type Order,
  brandsOf,
  productIdsOf,
  statusOf,
  totalPriceOf,
  type OrderStatus,
} from '../rows/order.js'

type OrderClause = Clause<Order>

/** Milliseconds since the epoch: from included, to excluded. */
export interface Period {
  readonly from: number
  readonly to: number
}

const rangeOf = ({ from, to }: Period) => ({ gte: BigInt(from), lt: BigInt(to) })
const isWithin = (time: number | undefined, { from, to }: Period): boolean =>
  time !== undefined && time >= from && time < to

export const ofConsumer = (id: string): OrderClause => ({
  query: query.term('cId', id),
  passes: ({ consumerId }) => consumerId === id,
})

export const ofSeller = (id: string): OrderClause => ({
  query: query.term('sId', id),
  passes: ({ sellerId }) => sellerId === id,
})

export const withProduct = (id: string): OrderClause => ({
  query: query.term('pId', id),
  passes: (order) => productIdsOf(order).includes(id),
})

export const withBrand = (brand: string): OrderClause => ({
  query: query.term('pBrand', brand),
  passes: (order) => brandsOf(order).includes(brand),
})

/** A brand with the text anywhere in it. */
export const brandLike = (text: string): OrderClause => ({
  query: query.wildcard('pBrand', `*${text}*`),
  passes: (order) => brandsOf(order).some((brand) => brand.includes(text)),
})

const hasName = ({ lines }: Order, text: string): boolean =>
  lines.some(({ productName }) => productName.includes(text))

/** The signs of a word side by side; a product with both signs apart does not have the word. */
export const withWord = (word: string): OrderClause => ({
  query: query.matchPhrase('pName', word),
  passes: (order) => hasName(order, word),
})

/** The text anywhere in the names, also within a word. */
export const nameLike = (text: string): OrderClause => ({
  query: query.wildcard('pNameWhole', `*${text}*`),
  passes: (order) => hasName(order, text),
})

export const totalAtLeast = (price: number): OrderClause => ({
  query: query.range('totalPrice', { gte: price }),
  passes: (order) => totalPriceOf(order) >= price,
})

export const createdWithin = (period: Period): OrderClause => ({
  query: query.range('createTime', rangeOf(period)),
  passes: ({ createTime }) => isWithin(createTime, period),
})

export const paidWithin = (period: Period): OrderClause => ({
  query: query.range('payTime', rangeOf(period)),
  passes: ({ payTime }) => isWithin(payTime, period),
})

export const inStatus = (status: OrderStatus): OrderClause => ({
  query: query.term('status', status),
  passes: (order) => statusOf(order) === status,
})
