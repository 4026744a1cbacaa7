import { createHash } from 'node:crypto'
import { permuteCounter } from '../rows/key-permutation.js'

/** Orders of a campus card system, as in the service's manual. */
const ORDERS = 1_000_000
const DEVICES = 1_000_000
const SELLERS = 5_000
const CARDS = 100_000

/** How the partition key is made of an order, and in which order the orders are written. */
export interface KeyPattern {
  readonly name: string
  readonly description: string
  /** The partition key of the nth row that is written. */
  readonly keyOf: (nth: number) => string
  /** Where the range of keys is split so that all parts have equally many. */
  readonly splitAt: (part: number, parts: number) => string
}

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

const orderNumber = (order: number): string => digits(order % ORDERS, 7)

const orderSplit: KeyPattern['splitAt'] = (part, parts) =>
  digits(Math.floor((ORDERS * part) / parts), 7)

/** A number that is evenly spread over [0, bound) and repeats. */
const scattered = (nth: number, bound: number): number => permuteCounter(nth) % bound

export const KEY_PATTERNS: readonly KeyPattern[] = [
  {
    name: 'sequential',
    description: 'OrderNumber, in its order',
    keyOf: orderNumber,
    splitAt: orderSplit,
  },
  {
    name: 'hashed',
    description: 'md5(OrderNumber)[0:4] + OrderNumber',
    keyOf: (nth) => {
      const number = orderNumber(nth)
      return createHash('md5').update(number).digest('hex').slice(0, 4) + number
    },
    splitAt: (part, parts) =>
      Math.floor((0x10000 * part) / parts)
        .toString(16)
        .padStart(4, '0'),
  },
  {
    name: 'spliced',
    description: 'DeviceID,SellerID,CardID, as they come from all devices',
    keyOf: (nth) => {
      const device = scattered(nth, DEVICES)
      const card = scattered(nth + ORDERS, CARDS)
      return `${digits(device, 6)},a${device % SELLERS},${digits(card, 6)}`
    },
    splitAt: (part, parts) => digits(Math.floor((DEVICES * part) / parts), 6),
  },
  {
    name: 'shuffled',
    description: 'OrderNumber, imported in random order',
    keyOf: (nth) => orderNumber(scattered(nth, ORDERS)),
    splitAt: orderSplit,
  },
]
