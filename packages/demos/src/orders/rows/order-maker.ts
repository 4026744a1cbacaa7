import { Draws } from '../../generate/draws.js'
import { weighted } from '../../generate/beijing-calendar.js'
import { zipf } from '../../generate/zipf.js'
import {
  COMPUTER_SHELF,
  type Catalogue,
  PAIRS,
  PAIR_SHELF,
  PARTNER_SHELF,
  PRODUCTS_PER_SELLER,
  type Seller,
  USUAL_SHELVES,
} from './catalogue.js'
import { type Consumer, buyersOf, consumerMaker } from './consumers.js'
import type { Order, OrderLine } from './order.js'
import { orderTimes, secondTime, stepsOf } from './order-times.js'

const LINES_MAX = 8
/** Weights of 1 to 8 lines. */
const LINE_WEIGHTS = [46, 22, 12, 8, 5, 3, 2, 2]
const SELLER_EXPONENT = 0.8
const SHELF_EXPONENT = 0.9
const COMPUTER_SHARE = 0.02
/** How often the other product of a pair comes along. */
const PAIR_SHARE = 0.8
const SELDOM_SHARE = 0.005
const DISCOUNT_FEN = 500

/** What a planted order says that would be drawn otherwise. */
export interface Given {
  readonly consumer?: Consumer
  readonly createTime?: number
  readonly seller?: number
  readonly hasComputer?: boolean
  /** One line of one piece at this price, without a discount. */
  readonly totalFen?: number
}

export const orderIdOf = (number: number): string => `O_${String(number).padStart(15, '0')}`

/** Makes an order from its number; `orders` is how many are generated in all. */
export type MakeOrder = (number: number, given?: Given) => Order

export function orderMaker(seed: number, catalogue: Catalogue, orders: number): MakeOrder {
  const makeConsumer = consumerMaker(seed)
  const buyerOf = buyersOf(seed, orders)
  const timeOf = orderTimes(seed)
  const sellerOf = zipf(catalogue.sellers, SELLER_EXPONENT)
  const linesOf = lineMaker(catalogue)
  return (number, given = {}) => {
    const draws = new Draws(seed, 'order', number)
    const buyer = buyerOf(number)
    const consumer = given.consumer ?? makeConsumer(buyer.consumer)
    const later = secondTime(draws, timeOf(buyer.secondOf ?? number))
    const drawnTime = buyer.secondOf === undefined ? timeOf(number) : later
    const createTime = given.createTime ?? drawnTime
    const seller = catalogue.seller(given.seller ?? sellerOf(draws.next()))
    const drawnLines = linesOf(draws, seller, given.hasComputer)
    const discount = draws.below(DISCOUNT_FEN)
    const [first] = drawnLines
    const lines =
      given.totalFen === undefined || first === undefined
        ? drawnLines
        : [{ ...first, priceFen: given.totalFen, count: 1 }]
    const { payTime, shipTime, receiveTime } = stepsOf(draws, createTime)
    return {
      id: orderIdOf(number),
      consumerId: consumer.id,
      consumerName: consumer.name,
      city: consumer.city,
      sellerId: seller.id,
      sellerName: seller.name,
      category: seller.category.name,
      lines,
      currency: 'CNY',
      totalFen: given.totalFen ?? totalOf(lines, discount),
      createTime,
      payTime,
      shipTime,
      receiveTime,
      origin: 'generated',
    }
  }
}

function totalOf(lines: readonly OrderLine[], discount: number): number {
  const sum = lines.reduce((total, { priceFen, count }) => total + priceFen * count, 0)
  return Math.max(1, sum - discount)
}

type MakeLines = (draws: Draws, seller: Seller, hasComputer: boolean | undefined) => OrderLine[]

/** Lines of different products of one seller. */
function lineMaker(catalogue: Catalogue): MakeLines {
  const countOf = weighted(LINE_WEIGHTS)
  const shelfOf = zipf(USUAL_SHELVES, SHELF_EXPONENT)
  const shelves = (draws: Draws, seller: Seller, hasComputer: boolean | undefined): number[] => {
    const wanted = 1 + Math.floor(countOf(draws.next()))
    const chosen: number[] = []
    const isComputer = draws.chance(COMPUTER_SHARE)
    if (hasComputer ?? isComputer) chosen.push(COMPUTER_SHELF)
    if (draws.chance(SELDOM_SHARE)) chosen.push(PARTNER_SHELF)
    while (chosen.length < wanted) {
      let shelf = shelfOf(draws.next())
      while (chosen.includes(shelf)) shelf = (shelf + 1) % USUAL_SHELVES
      chosen.push(shelf)
    }
    const hasPair = seller.number < PAIRS && chosen.includes(PAIR_SHELF)
    const takesBoth = hasPair && chosen.length < LINES_MAX && draws.chance(PAIR_SHARE)
    return takesBoth && !chosen.includes(PARTNER_SHELF) ? [...chosen, PARTNER_SHELF] : chosen
  }
  return (draws, seller, hasComputer) =>
    shelves(draws, seller, hasComputer).map((shelf) => {
      const product = catalogue.product(seller.number * PRODUCTS_PER_SELLER + shelf)
      return {
        productId: product.id,
        productName: product.name,
        brand: product.brand,
        priceFen: product.priceFen,
        count: 1 + Math.floor(draws.next() ** 4 * 5),
      }
    })
}
