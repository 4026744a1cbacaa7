import { type Client, aggregate, query } from '@rowhouse/client'
import { expectDefined } from '@rowhouse/platform'
import type { AskOptions, Question } from '../../sample/question.js'
import { compareText } from '../../sample/tally.js'
import { ORDER_CONTRACT, ORDER_INDEX } from '../order-tables.js'
import { PAIR_SHELF, productIdOf, sellerIdOfProduct } from '../rows/catalogue.js'
import { REAL_SELLER } from '../rows/real-orders.js'
import { type Order, productIdsOf, productsIn } from '../rows/order.js'

/** A product that is bought together with another more often than by chance. */
export interface Partner {
  readonly product: string
  /** Orders with both. */
  readonly orders: number
  /** How many times more often than if the two had nothing to do with each other. */
  readonly lift: number
}

export interface Basket {
  readonly product: string
  /** Fewer orders with both say nothing. */
  readonly support: number
}

const PARTNERS = 10
const SUPPORT = 3
/** GroupByFilter takes so many filters. */
const FILTERS_MAX = 10

/**
 * The top partners of a product by lift. An index cannot tell which values stand together in its rows, so
 * the job reads the products of all orders that have this one, and asks the index how many orders each
 * partner is in.
 */
export const basketPartners: Question<Basket, readonly Partner[], Order> = {
  name: 'platform-basket-partners',
  persona: 'platform',
  way: 'job',
  planted: { product: productIdOf(PAIR_SHELF), support: SUPPORT },
  draw: ({ lines }, draws) => ({ product: draws.pick(lines).productId, support: SUPPORT }),
  ask: async (client, { product, support }, options = {}) => {
    const { having, together } = await readBaskets(client, product, options)
    const often = [...together].filter(([, orders]) => orders >= support)
    const { total, ordersOf } = await countOrders(
      client,
      often.map(([partner]) => partner),
    )
    return bestPartners(often, having, total, ordersOf)
  },
  tally: ({ product, support }) => {
    // An order is of one seller, so partners are of the same one.
    const seller = sellerIdOfProduct(product) ?? REAL_SELLER.id
    let total = 0
    let having = 0
    const together = new Map<string, number>()
    const ordersOf = new Map<string, number>()
    return {
      add: (order) => {
        total += 1
        if (order.sellerId !== seller) return
        const products = productIdsOf(order)
        for (const one of products) ordersOf.set(one, (ordersOf.get(one) ?? 0) + 1)
        if (!products.includes(product)) return
        having += 1
        addPartners(together, products, product)
      },
      answer: () => {
        const often = [...together].filter(([, orders]) => orders >= support)
        return bestPartners(often, having, total, ordersOf)
      },
    }
  },
  weakened: () => [],
}

function addPartners(
  together: Map<string, number>,
  products: readonly string[],
  product: string,
): void {
  for (const partner of products) {
    if (partner !== product) together.set(partner, (together.get(partner) ?? 0) + 1)
  }
}

async function readBaskets(
  client: Client,
  product: string,
  { onRows = () => undefined }: AskOptions,
): Promise<{ having: number; together: ReadonlyMap<string, number> }> {
  const index = client.table(ORDER_CONTRACT).index(ORDER_INDEX)
  const together = new Map<string, number>()
  let having = 0
  const orders = index.scan({ query: query.term('pId', product), columns: ['pId'] })
  for await (const { pId } of orders) {
    having += 1
    addPartners(together, productsIn(pId), product)
    onRows(having)
  }
  return { having, together }
}

/** Of how many orders each product is, and how many there are in all. */
async function countOrders(
  client: Client,
  products: readonly string[],
): Promise<{ total: number; ordersOf: ReadonlyMap<string, number> }> {
  const index = client.table(ORDER_CONTRACT).index(ORDER_INDEX)
  const { total = 0 } = await index.search({ limit: 0, count: true })
  const ordersOf = new Map<string, number>()
  for (let at = 0; at < products.length; at += FILTERS_MAX) {
    const some = products.slice(at, at + FILTERS_MAX)
    const groups = { orders: aggregate.byFilters(some.map((one) => query.term('pId', one))) }
    const found = await index.search({ limit: 0, groups })
    found.groups.orders.items.forEach(({ rowCount }, i) => {
      ordersOf.set(expectDefined(some[i], 'a group for each filter'), rowCount)
    })
  }
  return { total, ordersOf }
}

function bestPartners(
  often: readonly (readonly [string, number])[],
  having: number,
  total: number,
  ordersOf: ReadonlyMap<string, number>,
): readonly Partner[] {
  return often
    .map(([product, orders]) => {
      const all = expectDefined(ordersOf.get(product), `${product} was counted`)
      return { product, orders, lift: (orders * total) / (having * all) }
    })
    .toSorted((a, b) => b.lift - a.lift || compareText(a.product, b.product))
    .slice(0, PARTNERS)
}
