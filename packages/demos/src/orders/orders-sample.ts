import { gzipSync } from 'node:zlib'
import { expectDefined } from '@rowhouse/platform'
import type { FactSource } from '../check/check-answers.js'
import { keyHash } from '../sample/key-hash.js'
import { type Sample, type SampleSize, sampleTable } from '../sample/sample-shape.js'
import {
  CONSUMER,
  ORDER_CONTRACT,
  ORDER_INDEX,
  ORDER_SEARCH_INDEX,
  ORDER_SECONDARY_INDEXES,
  PRODUCT,
  PRODUCT_INTRO,
  SELLER,
} from './order-tables.js'
import {
  type Catalogue,
  PRODUCTS_PER_SELLER,
  introOf,
  openCatalogue,
  sellersFor,
} from './rows/catalogue.js'
import { consumerMaker, consumersFor } from './rows/consumers.js'
import { type Order, orderRowOf } from './rows/order.js'
import { orderMaker } from './rows/order-maker.js'
import { AS_OF } from './rows/order-times.js'
import { PLANTED_CONSUMERS, plantedOrders } from './rows/planted-orders.js'
import { REAL_SELLER, type RealOrders, readRealOrders } from './rows/real-orders.js'

/** The orders, as tables to load and as facts to compare answers with. */
export interface OrdersSample extends Sample, FactSource<Order> {}

/** First the planted orders, then the real ones, then those that are generated. */
export function ordersSample({ seed, rows }: SampleSize): OrdersSample {
  const real = readRealOrders()
  const catalogue = openCatalogue(seed, sellersFor(rows))
  const planted = plantedOrders()
  const makeOrder = orderMaker(seed, catalogue, rows)
  const fact = (n: number): Order => real.orders[n - planted.length] ?? makeOrder(n, planted[n])
  const orders = sampleTable<typeof ORDER_CONTRACT>({
    schema: ORDER_CONTRACT,
    rows,
    secondaryIndexes: ORDER_SECONDARY_INDEXES,
    searchIndexes: { [ORDER_INDEX]: ORDER_SEARCH_INDEX },
    row: (n) => orderRowOf(fact(n)),
  })
  return {
    name: 'orders',
    seed,
    rows,
    asOf: AS_OF,
    fact,
    tables: [
      consumerTable(seed, rows, real),
      sellerTable(catalogue),
      productTable(catalogue, real),
      introTable(seed, catalogue, real),
      orders,
    ],
  }
}

const plain = { secondaryIndexes: [], searchIndexes: {} } as const

function consumerTable(seed: number, orders: number, real: RealOrders) {
  const known = [
    ...PLANTED_CONSUMERS.map((consumer) => ({ ...consumer, origin: 'generated' })),
    ...real.consumers.map((consumer) => ({ ...consumer, origin: 'real' })),
  ]
  const makeConsumer = consumerMaker(seed)
  return sampleTable<typeof CONSUMER>({
    ...plain,
    schema: CONSUMER,
    rows: known.length + consumersFor(orders),
    row: (n) => {
      const made = (): (typeof known)[number] => ({
        ...makeConsumer(n - known.length),
        origin: 'generated',
      })
      const { id, name, city, origin } = known[n] ?? made()
      return { cIdMd5: keyHash(id), cId: id, cName: name, cCity: city, origin }
    },
  })
}

function sellerTable(catalogue: Catalogue) {
  return sampleTable<typeof SELLER>({
    ...plain,
    schema: SELLER,
    rows: catalogue.sellers + 1,
    row: (n) => {
      const isReal = n === catalogue.sellers
      const { id, name, city, category } = isReal ? REAL_SELLER : catalogue.seller(n)
      const sType = typeof category === 'string' ? category : category.name
      const origin = isReal ? 'real' : 'generated'
      return { sIdMd5: keyHash(id), sId: id, sName: name, sCity: city, sType, origin }
    },
  })
}

function productTable(catalogue: Catalogue, real: RealOrders) {
  const generated = catalogue.sellers * PRODUCTS_PER_SELLER
  return sampleTable<typeof PRODUCT>({
    ...plain,
    schema: PRODUCT,
    rows: generated + real.products.length,
    row: (n) => (n < generated ? generatedProduct(catalogue, n) : realProduct(real, n - generated)),
  })
}

function generatedProduct(catalogue: Catalogue, n: number) {
  const { id, name, brand, priceFen, stock } = catalogue.product(n)
  const seller = catalogue.seller(Math.floor(n / PRODUCTS_PER_SELLER))
  return {
    pIdMd5: keyHash(id),
    pId: id,
    pName: name,
    pType: seller.category.name,
    pBrand: brand,
    pPriceFen: BigInt(priceFen),
    sId: seller.id,
    stock: BigInt(stock),
    origin: 'generated',
  }
}

function realProduct({ products }: RealOrders, at: number) {
  const { id, name, priceFen } = expectDefined(products[at], `there is real product ${at}`)
  return {
    pIdMd5: keyHash(id),
    pId: id,
    pName: name,
    pType: REAL_SELLER.category,
    pPriceFen: BigInt(priceFen),
    sId: REAL_SELLER.id,
    origin: 'real',
  }
}

function introTable(seed: number, catalogue: Catalogue, real: RealOrders) {
  const generated = catalogue.sellers * PRODUCTS_PER_SELLER
  return sampleTable<typeof PRODUCT_INTRO>({
    ...plain,
    schema: PRODUCT_INTRO,
    rows: generated + real.products.length,
    row: (n) => {
      const product = n < generated ? catalogue.product(n) : undefined
      const id = product?.id ?? expectDefined(real.products[n - generated], 'a real product').id
      const intro = product === undefined ? '' : introOf(seed, product)
      const origin = product === undefined ? 'real' : 'generated'
      return { pIdMd5: keyHash(id), pId: id, intro: gzipSync(intro), origin }
    },
  })
}
