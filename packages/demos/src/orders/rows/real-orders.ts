import { parse } from 'csv-parse/sync'
import { readDataFile } from '../../data/data-file.js'
import { type OrderLine as InvoiceLine, parseOrderLine } from '../../online-retail/order-line.js'
import type { Consumer } from './consumers.js'
import type { Order } from './order.js'

/** The one seller of the real orders. */
export const REAL_SELLER = {
  id: 'uk-gifts',
  name: 'UK gift retailer (Online Retail)',
  city: 'United Kingdom',
  category: '礼品',
} as const

export interface RealProduct {
  readonly id: string
  readonly name: string
  readonly priceFen: number
}

/** The real part of the set: what was sold, to known buyers, as the file says it. */
export interface RealOrders {
  readonly orders: readonly Order[]
  readonly consumers: readonly Consumer[]
  readonly products: readonly RealProduct[]
}

const FILE = 'online-retail-sample.csv.gz'

/** Amounts of the file are thousandths of a pound. */
const fenOf = (mills: number): number => Math.round(mills / 10)

export function readRealOrders(): RealOrders {
  const records: readonly (readonly string[])[] = parse(readDataFile(FILE), { from_line: 2 })
  const invoices = new Map<string, InvoiceLine[]>()
  for (const record of records) {
    const line = parseOrderLine(record, 0)
    if (!isSale(line)) continue
    const lines = invoices.get(line.invoiceNo)
    if (lines === undefined) invoices.set(line.invoiceNo, [line])
    else lines.push(line)
  }
  const sold = [...invoices.values()].flat()
  return {
    orders: [...invoices.values()].flatMap(orderOf),
    consumers: [...new Map(sold.map((line) => [line.customerId, consumerOf(line)])).values()],
    products: [...new Map(sold.map((line) => [line.stockCode, productOf(line)])).values()],
  }
}

/** Goods that came back, write-offs and buyers that are not known are no orders. */
const isSale = ({ quantity, unitPriceMills, customerId, description }: InvoiceLine): boolean =>
  quantity > 0 && unitPriceMills > 0 && customerId !== '' && description !== ''

const consumerOf = ({ customerId, country }: InvoiceLine): Consumer => ({
  id: `uk${customerId}`,
  name: `Customer ${customerId}`,
  city: country,
})

const productOf = ({ stockCode, description, unitPriceMills }: InvoiceLine): RealProduct => ({
  id: `uk-${stockCode}`,
  name: description,
  priceFen: fenOf(unitPriceMills),
})

/** An invoice as an order; it counts as paid and received when it was written. */
function orderOf(lines: readonly InvoiceLine[]): Order[] {
  const [first] = lines
  if (first === undefined) return []
  const consumer = consumerOf(first)
  const createTime = first.invoiceTime
  return [
    {
      id: `uk-${first.invoiceNo}`,
      consumerId: consumer.id,
      consumerName: consumer.name,
      city: consumer.city,
      sellerId: REAL_SELLER.id,
      sellerName: REAL_SELLER.name,
      category: REAL_SELLER.category,
      lines: lines.map((line) => ({
        productId: productOf(line).id,
        productName: line.description,
        brand: undefined,
        priceFen: fenOf(line.unitPriceMills),
        count: line.quantity,
      })),
      currency: 'GBP',
      totalFen: lines.reduce((sum, line) => sum + fenOf(line.unitPriceMills) * line.quantity, 0),
      createTime,
      payTime: createTime,
      shipTime: createTime,
      receiveTime: createTime,
      origin: 'real',
    },
  ]
}
