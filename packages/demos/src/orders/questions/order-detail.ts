import type { BatchResult, RowOf } from '@rowhouse/client'
import { keyHash } from '../../sample/key-hash.js'
import type { Question } from '../../sample/question.js'
import { CONSUMER, ORDER_CONTRACT, PRODUCT, SELLER } from '../order-tables.js'
import { type Order, orderRowOf, productIdsOf, productsIn } from '../rows/order.js'
import { orderIdOf } from '../rows/order-maker.js'

/** An order with what the other tables know of those who are in it. */
export interface OrderDetail {
  readonly order: RowOf<typeof ORDER_CONTRACT>
  readonly consumerName: string | undefined
  readonly sellerName: string | undefined
  /** The products of its lines that are on sale, by their numbers. */
  readonly products: readonly string[]
}

const rowOf = <Row>(one: BatchResult<Row | undefined>): Row[] =>
  one.isOk && one.row !== undefined ? [one.row] : []

/** The joins of an order's page: its row, and rows of three other tables by their keys. */
export const orderDetail: Question<{ readonly order: string }, OrderDetail | undefined, Order> = {
  name: 'order-detail',
  persona: 'consumer',
  way: 'key',
  planted: { order: orderIdOf(1) },
  draw: ({ id }) => ({ order: id }),
  ask: async (client, { order: oId }) => {
    const order = await client.table(ORDER_CONTRACT).get({ oIdMd5: keyHash(oId), oId })
    const { cId, sId, pId } = order ?? {}
    if (order === undefined || cId === undefined || sId === undefined) return undefined
    const { consumers, sellers, products } = await client.getMany({
      consumers: { table: CONSUMER, keys: [{ cIdMd5: keyHash(cId), cId }] },
      sellers: { table: SELLER, keys: [{ sIdMd5: keyHash(sId), sId }] },
      products: {
        table: PRODUCT,
        keys: productsIn(pId).map((id) => ({ pIdMd5: keyHash(id), pId: id })),
      },
    })
    return {
      order,
      consumerName: consumers.flatMap(rowOf)[0]?.cName,
      sellerName: sellers.flatMap(rowOf)[0]?.sName,
      products: products.flatMap(rowOf).map((product) => product.pId),
    }
  },
  tally: ({ order }) => {
    let found: OrderDetail | undefined
    return {
      add: (fact) => {
        if (fact.id !== order) return
        const { consumerName, sellerName } = fact
        found = { order: orderRowOf(fact), consumerName, sellerName, products: productIdsOf(fact) }
      },
      answer: () => found,
    }
  },
  weakened: () => [],
}
