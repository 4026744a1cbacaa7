import { expectDefined } from '@rowhouse/platform'
import { type Sample, createSampler } from '../advise/sample.js'
import { randomNumbers } from './seeded-numbers.js'

/**
 * Rows made after the figures of a morning of transit cards (Shenzhen Open Data, opendata.sz.gov.cn: 37,000
 * rows, none of which is here): ten sellers, of which the largest has 43 %; 4,780 devices, each of one
 * seller, with 8 rows on average and up to 75; 36,000 cards, hardly any of which comes twice.
 */
const SELLER_SHARES = [0.426, 0.11, 0.08, 0.079, 0.075, 0.06, 0.06, 0.05, 0.04, 0.02] as const
const DEVICES = 4780
const CARDS = 630_000

/** How the devices count their orders. */
export type Counting =
  /** One by one from a random start below a thousand. */
  | 'within a run'
  /** All have about the same number, which rises with time. */
  | 'together'
  /** Each from 1. */
  | 'from one'

export interface CardOrder {
  readonly card: string
  readonly seller: string
  readonly device: string
  readonly order: string
}

/** Endless orders in their order of arrival. */
export function* cardOrders(seed: number, counting: Counting): Generator<CardOrder, never> {
  const random = randomNumbers(seed)
  const devices = Array.from({ length: DEVICES }, () => {
    const seller = pick(SELLER_SHARES, random())
    // The numbers of a seller's devices are close together, as in the original.
    const number = (seller + 220) * 1_000_000 + Math.floor(random() * 100_000)
    return { seller, number, weight: -Math.log(1 - random()), start: random(), orders: 0 }
  })
  const ends: number[] = []
  for (const { weight } of devices) ends.push((ends.at(-1) ?? 0) + weight)
  const total = expectDefined(ends.at(-1), 'there are devices')
  for (let nth = 0; ; nth++) {
    const device = expectDefined(devices[placeOf(ends, random() * total)], 'a device')
    device.orders += 1
    const order = {
      'within a run': Math.floor(device.start * 1000) + device.orders,
      together: Math.floor(nth / 20) + Math.floor(device.start * 50),
      'from one': device.orders,
    }[counting]
    yield {
      card: `C${String(Math.floor(random() * CARDS)).padStart(7, '0')}`,
      seller: `s${device.seller}`,
      device: String(device.number),
      order: String(200_000 + order),
    }
  }
}

/** One card has 40 % of the rows, and the sellers are many and even, so the verdicts are reversed. */
export function* reversedOrders(seed: number): Generator<CardOrder, never> {
  const random = randomNumbers(seed)
  for (const order of cardOrders(seed, 'within a run')) {
    const card = random() < 0.4 ? 'C0000001' : order.card
    yield { ...order, card, seller: `s${String(Math.floor(random() * 100_000))}` }
  }
  throw new Error('orders have no end')
}

/** The first orders as a CSV file: devices have about the same number at any moment, which rises. */
export function cardFile(seed: number, rows: number): string {
  const lines = [USUAL_COLUMNS.map(([name]) => name).join()]
  const orders = cardOrders(seed, 'together')
  while (lines.length <= rows) {
    const order = orders.next().value
    lines.push(USUAL_COLUMNS.map(([, of]) => order[of]).join())
  }
  return `${lines.join('\n')}\n`
}

export function sampleOf(
  orders: Iterable<CardOrder>,
  rows: number,
  columns: readonly (readonly [name: string, of: keyof CardOrder])[] = USUAL_COLUMNS,
): Sample {
  const sampler = createSampler(columns.map(([name]) => name))
  let taken = 0
  for (const order of orders) {
    sampler.add(columns.map(([, of]) => order[of]))
    taken += 1
    if (taken === rows) break
  }
  return sampler.finish()
}

export const USUAL_COLUMNS = [
  ['CardID', 'card'],
  ['SellerID', 'seller'],
  ['DeviceID', 'device'],
  ['OrderNumber', 'order'],
] as const

function pick(shares: readonly number[], random: number): number {
  let sum = 0
  const found = shares.findIndex((share) => {
    sum += share
    return random < sum
  })
  return found === -1 ? shares.length - 1 : found
}

function placeOf(ends: readonly number[], wanted: number): number {
  let [from, to] = [0, ends.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (expectDefined(ends[middle], 'an end') < wanted) from = middle + 1
    else to = middle
  }
  return from
}
