import { outOfRange } from '@rowhouse/platform'
import { Draws } from '../../generate/draws.js'
import { personName } from '../../generate/people.js'
import { shuffle } from '../../generate/shuffle-numbers.js'
import { zipf } from '../../generate/zipf.js'
import { HOME_CITIES } from './categories.js'

/**
 * Orders come in groups of 22, of ten consumers: seven buy once, three buy at least twice, and the nine
 * orders that are left go to anybody of those who buy again, by Zipf. So 30 % of all consumers are repeat
 * buyers.
 */
export const ORDERS_IN_GROUP = 22
const CONSUMERS_IN_GROUP = 10
const ONCE = 7
const AGAIN = 3
const BUYER_EXPONENT = 0.6

export interface Consumer {
  readonly id: string
  readonly name: string
  readonly city: string
}

/** Which consumer an order is of, and which order of a guaranteed pair it is. */
export interface Buyer {
  readonly consumer: number
  /** The number of the first order of a consumer who surely buys twice, on the second. */
  readonly secondOf: number | undefined
}

export const consumersFor = (orders: number): number =>
  Math.ceil(orders / ORDERS_IN_GROUP) * CONSUMERS_IN_GROUP

export const consumerIdOf = (number: number): string => `c${String(number).padStart(9, '0')}`

export type MakeConsumer = (number: number) => Consumer

export function consumerMaker(seed: number): MakeConsumer {
  const cityOf = zipf(HOME_CITIES.length, 0.8)
  return (number) => {
    const draws = new Draws(seed, 'consumer', number)
    const city = HOME_CITIES[cityOf(draws.next())] ?? outOfRange()
    return { id: consumerIdOf(number), name: personName(draws), city }
  }
}

/** The buyer of each generated order. */
export function buyersOf(seed: number, orders: number): (order: number) => Buyer {
  const groups = Math.ceil(orders / ORDERS_IN_GROUP)
  const rankOf = zipf(groups * AGAIN, BUYER_EXPONENT)
  const byRank = shuffle(seed, groups * AGAIN)
  const again = (repeater: number): number =>
    Math.floor(repeater / AGAIN) * CONSUMERS_IN_GROUP + ONCE + (repeater % AGAIN)
  return (order) => {
    const group = Math.floor(order / ORDERS_IN_GROUP)
    const slot = order % ORDERS_IN_GROUP
    if (slot < ONCE) return { consumer: group * CONSUMERS_IN_GROUP + slot, secondOf: undefined }
    const pair = slot - ONCE
    if (pair < 2 * AGAIN) {
      const consumer = again(group * AGAIN + Math.floor(pair / 2))
      return { consumer, secondOf: pair % 2 === 1 ? order - 1 : undefined }
    }
    const rank = rankOf(new Draws(seed, 'buyer', order).next())
    return { consumer: again(byRank(rank)), secondOf: undefined }
  }
}
