import type { NewRowOf } from '@rowhouse/client'
import type { Origin, RowInMaking } from '../../sample/sample-shape.js'
import { keyHash } from '../../sample/key-hash.js'
import type { ORDER_CONTRACT } from '../order-tables.js'

export interface OrderLine {
  readonly productId: string
  readonly productName: string
  /** Undefined for products that the source knows no brand of. */
  readonly brand: string | undefined
  readonly priceFen: number
  readonly count: number
}

/** What the generator knows of an order; its row and every answer about it are made of this. */
export interface Order {
  readonly id: string
  readonly consumerId: string
  readonly consumerName: string
  readonly city: string
  readonly sellerId: string
  readonly sellerName: string
  readonly category: string
  readonly lines: readonly OrderLine[]
  readonly currency: 'CNY' | 'GBP'
  /** Hundredths: the lines less a discount. */
  readonly totalFen: number
  readonly createTime: number
  readonly payTime: number | undefined
  readonly shipTime: number | undefined
  readonly receiveTime: number | undefined
  readonly origin: Origin
}

export type OrderRow = NewRowOf<typeof ORDER_CONTRACT>

export const totalPriceOf = ({ totalFen }: Order): number => totalFen / 100

export const productNamesOf = ({ lines }: Order): string[] => [
  ...new Set(lines.map(({ productName }) => productName)),
]

/** Each product once, in the order of the lines. */
export const productIdsOf = ({ lines }: Order): string[] => [
  ...new Set(lines.map(({ productId }) => productId)),
]

/** The products of an order's row. */
export const productsIn = (pId: string | undefined): string[] => {
  const value: unknown = JSON.parse(pId ?? '[]')
  return Array.isArray(value) ? value.map(String) : []
}

export const brandsOf = ({ lines }: Order): string[] => [
  ...new Set(lines.flatMap(({ brand }) => (brand === undefined ? [] : [brand]))),
]

export const piecesOf = ({ lines }: Order): number =>
  lines.reduce((pieces, { count }) => pieces + count, 0)

export type OrderStatus = 'created' | 'paid' | 'shipped' | 'received'

export const statusOf = ({ payTime, shipTime, receiveTime }: Order): OrderStatus => {
  if (receiveTime !== undefined) return 'received'
  if (shipTime !== undefined) return 'shipped'
  return payTime === undefined ? 'created' : 'paid'
}

export function orderRowOf(order: Order): OrderRow {
  const { id, lines, totalFen, createTime, payTime, shipTime, receiveTime } = order
  const brands = brandsOf(order)
  const products = productIdsOf(order)
  const row: RowInMaking<typeof ORDER_CONTRACT> = {
    oIdMd5: keyHash(id),
    oId: id,
    cId: order.consumerId,
    cName: order.consumerName,
    cCity: order.city,
    sId: order.sellerId,
    sName: order.sellerName,
    pId: JSON.stringify(products),
    pName: JSON.stringify(productNamesOf(order)),
    pType: order.category,
    pCount: BigInt(piecesOf(order)),
    lines: JSON.stringify(
      lines.map(({ productId, priceFen, count }) => [products.indexOf(productId), priceFen, count]),
    ),
    currency: order.currency,
    totalPrice: totalPriceOf(order),
    totalFen: BigInt(totalFen),
    status: statusOf(order),
    hasPaid: payTime !== undefined,
    createTime: BigInt(createTime),
    origin: order.origin,
  }
  if (brands.length > 0) row.pBrand = JSON.stringify(brands)
  if (payTime !== undefined) row.payTime = BigInt(payTime)
  if (shipTime !== undefined) row.shipTime = BigInt(shipTime)
  if (receiveTime !== undefined) row.receiveTime = BigInt(receiveTime)
  return row
}
