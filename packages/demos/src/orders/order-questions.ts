import { type AnyQuestion, anyQuestion } from '../sample/question.js'
import { basketPartners } from './questions/basket-job.js'
import {
  ordersByAmount,
  ordersByWord,
  ordersLikeName,
  spendingByMonth,
} from './questions/consumer-questions.js'
import {
  latestOfConsumer,
  latestOfSeller,
  orderByIndex,
  orderByKey,
} from './questions/key-reads.js'
import { orderDetail } from './questions/order-detail.js'
import {
  amounts,
  bestBuyers,
  buyersOfBrand,
  dearOrdersOfBrands,
  funnel,
  turnoverByCategory,
  turnoverByDay,
  turnoverByHour,
} from './questions/platform-questions.js'
import { repeatBuyers } from './questions/repeat-job.js'
import {
  bestProducts,
  ordersByName,
  ordersOfMonth,
  ordersToShip,
  salesByDay,
} from './questions/seller-questions.js'
import type { Order } from './rows/order.js'

/** Every question about orders. */
export const ORDER_QUESTIONS: readonly AnyQuestion<Order>[] = [
  anyQuestion(orderByKey),
  anyQuestion(orderByIndex),
  anyQuestion(orderDetail),
  anyQuestion(latestOfConsumer),
  anyQuestion(latestOfSeller),
  anyQuestion(ordersByWord),
  anyQuestion(ordersByAmount),
  anyQuestion(ordersLikeName),
  anyQuestion(spendingByMonth),
  anyQuestion(ordersOfMonth),
  anyQuestion(ordersToShip),
  anyQuestion(ordersByName),
  anyQuestion(bestProducts),
  anyQuestion(salesByDay),
  anyQuestion(turnoverByDay),
  anyQuestion(turnoverByHour),
  anyQuestion(turnoverByCategory),
  anyQuestion(bestBuyers),
  anyQuestion(buyersOfBrand),
  anyQuestion(dearOrdersOfBrands),
  anyQuestion(funnel),
  anyQuestion(amounts),
  anyQuestion(repeatBuyers),
  anyQuestion(basketPartners),
]
