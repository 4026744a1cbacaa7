import { answerOf, compareText, groupLine, groupsOf } from '../scenario/answer-of.js'
import { type Answer, LIMIT, type Question } from '../scenario/scenario.js'
import { keyOrderOf } from '../scenario/scenario-key.js'
import {
  allWords,
  byField,
  bySumOf,
  descending,
  long,
  matchAll,
  must,
  phrase,
  prefix,
  range,
  term,
  upTo,
  wildcard,
} from '../scenario/sdk-queries.js'
import { type Order, total, totalMills } from './order.js'

type OrderQuestion = Question<Order>

const NOVEMBER = Date.UTC(2011, 10, 1)
const DECEMBER = Date.UTC(2011, 11, 1)
const YEAR = Date.UTC(2011, 0, 1)
const NEXT_YEAR = Date.UTC(2012, 0, 1)
/** One who buys bags. */
const CONSUMER = '18283'

const found = (
  items: readonly Order[],
  passes: (order: Order) => boolean,
  compare: (a: Order, b: Order) => number,
): Answer => answerOf(items, ({ id }) => id, keyOrderOf, passes, compare)

const latestFirst = (a: Order, b: Order): number => b.createTime - a.createTime
const isBetween = ({ createTime }: Order, from: number, to: number): boolean =>
  createTime >= from && createTime < to
const between = (from: number, to: number) => range('createTime', long(from), long(to))

/** Words as the index sees them: runs of letters and digits, without case. */
const wordsOf = (order: Order): string[] =>
  order.productName.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const hasPhrase = (order: Order, first: string, second: string): boolean =>
  wordsOf(order).some((word, at, words) => word === first && words[at + 1] === second)

/** Sums by a key, the largest first, at most `size` groups. */
const sums = (
  items: readonly Order[],
  keyOf: (order: Order) => string,
  valueOf: (order: Order) => number,
  size: number,
): string[] =>
  [...groupsOf(items, keyOf)]
    .map(([key, orders]) => ({
      key,
      rows: orders.length,
      sum: orders.reduce((sum, order) => sum + valueOf(order), 0),
    }))
    .toSorted((a, b) => b.sum - a.sum || compareText(a.key, b.key))
    .slice(0, size)
    .map(({ key, rows, sum }) => groupLine(key, rows, [sum]))

const ofConsumers: readonly OrderQuestion[] = [
  {
    name: 'consumer c0001, total at least 99.99',
    search: {
      query: must(term('cId', 'c0001'), range('totalPrice', 99.99, undefined)),
      sorters: [descending('totalPrice')],
    },
    answer: (items) =>
      found(
        items,
        (order) => order.consumer === 'c0001' && total(order) >= 99.99,
        (a, b) => total(b) - total(a),
      ),
  },
  {
    name: `a consumer's orders of a year with the word "bag", the latest first`,
    search: {
      query: must(term('cId', CONSUMER), between(YEAR, NEXT_YEAR), allWords('pNameWords', 'bag')),
      sorters: [descending('createTime')],
    },
    answer: (items) =>
      found(
        items,
        (order) =>
          order.consumer === CONSUMER &&
          isBetween(order, YEAR, NEXT_YEAR) &&
          wordsOf(order).includes('bag'),
        latestFirst,
      ),
  },
  {
    name: 'names with the phrase "hanging heart"',
    search: { query: phrase('pNameWords', 'hanging heart'), sorters: [descending('createTime')] },
    answer: (items) => found(items, (order) => hasPhrase(order, 'hanging', 'heart'), latestFirst),
  },
]

const ofSellers: readonly OrderQuestion[] = [
  {
    name: 'products that sold best in one country in a month',
    search: {
      query: must(term('country', 'United Kingdom'), between(NOVEMBER, DECEMBER)),
      groupBy: byField('pId', LIMIT, bySumOf('pCount')),
      limit: 0,
    },
    answer: (items) => {
      const sold = items.filter(
        (order) => order.country === 'United Kingdom' && isBetween(order, NOVEMBER, DECEMBER),
      )
      const groups = sums(
        sold,
        ({ product }) => product,
        ({ count }) => count,
        LIMIT,
      )
      return { total: sold.length, ids: [], groups }
    },
  },
  {
    name: 'names like *T-LIGHT* at 2 to 5 pounds, the dearest total first',
    search: {
      query: must(wildcard('pName', '*T-LIGHT*'), range('pPriceMills', long(2_000), long(5_000))),
      sorters: [descending('totalMills')],
    },
    answer: (items) =>
      found(
        items,
        ({ productName, priceMills }) =>
          productName.includes('T-LIGHT') && priceMills >= 2_000 && priceMills < 5_000,
        (a, b) => totalMills(b) - totalMills(a),
      ),
  },
  {
    name: 'articles whose number begins 8512, the latest first',
    search: { query: prefix('pId', '8512'), sorters: [descending('createTime')] },
    answer: (items) => found(items, ({ product }) => product.startsWith('8512'), latestFirst),
  },
]

const ofThePlatform: readonly OrderQuestion[] = [
  {
    name: 'the ten best buyers of a year by turnover',
    search: {
      query: between(YEAR, NEXT_YEAR),
      groupBy: byField('cId', LIMIT, bySumOf('totalMills')),
      limit: 0,
    },
    answer: (items) => {
      const year = items.filter((order) => isBetween(order, YEAR, NEXT_YEAR))
      const groups = sums(year, ({ consumer }) => consumer, totalMills, LIMIT)
      return { total: year.length, ids: [], groups }
    },
  },
  {
    name: 'turnover by country',
    search: {
      query: matchAll,
      groupBy: byField('country', 100, bySumOf('totalMills')),
      limit: 0,
    },
    answer: (items) => ({
      total: items.length,
      ids: [],
      groups: sums(items, ({ country }) => country, totalMills, 100),
    }),
  },
  {
    name: 'goods that came back, the latest first',
    search: { query: upTo('pCount', long(-1)), sorters: [descending('createTime')] },
    answer: (items) => found(items, ({ count }) => count < 0, latestFirst),
  },
]

export const ORDER_QUESTIONS: readonly OrderQuestion[] = [
  ...ofConsumers,
  ...ofSellers,
  ...ofThePlatform,
]
