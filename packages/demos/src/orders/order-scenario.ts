import { doubleField, keyword, longField, wordsOf } from '../scenario/field.js'
import type { Scenario } from '../scenario/scenario.js'
import { columnsOf, type Order, total } from './order.js'
import { ORDER_QUESTIONS } from './order-questions.js'
import { PLANTED_ORDERS } from './planted-orders.js'

/** Orders for three kinds of reader: their consumers, their sellers, and the platform. */
export const orderScenario: Scenario<Order> = {
  tableName: 'order_contract',
  indexName: 'order_contract_index',
  keyColumns: ['oIdMd5', 'oId'],
  fields: [
    keyword('oId'),
    keyword('cId'),
    keyword('pId'),
    keyword('pName'),
    wordsOf('pNameWords', 'pName'),
    keyword('country'),
    longField('pCount'),
    longField('pPriceMills'),
    longField('totalMills'),
    doubleField('totalPrice'),
    longField('createTime'),
  ],
  idOf: ({ id }) => id,
  columnsOf,
  planted: PLANTED_ORDERS,
  questions: ORDER_QUESTIONS,
  describe: (order) =>
    [
      order.id,
      new Date(order.createTime).toISOString().slice(0, 16),
      order.consumer === '' ? '(no consumer)' : order.consumer,
      `${order.count} x ${order.productName}`,
      total(order).toFixed(2),
    ].join('  '),
}
