import {
  doubleVariant,
  encodeRow,
  type GetRowRequest,
  integerVariant,
  type PlainBufferCell,
  plainCell,
  stringVariant,
  variantDataSize,
} from '@rowhouse/protocol'
import { keyOf } from '../../rows/row-shape.js'
import type { Order } from './order.js'

export const KEY_COLUMN = 'id'

/** The primary key of an order; orders that are close in time are far apart. */
export function orderKey(number: number): string {
  return keyOf(number)
}

/** The row of an order, in the columns that the index reads; nested objects are one text. */
export function orderCells(order: Order): PlainBufferCell[] {
  return [
    text('customer', order.customer),
    text('seller', order.seller),
    text('category', order.category),
    text('sku', order.sku),
    text('status', order.status),
    cell('amount', integerVariant(BigInt(order.amount))),
    cell('rating', doubleVariant(order.rating)),
    cell('createdAt', integerVariant(BigInt(order.createdAt))),
    text('title', order.title),
    text('place', `${order.latitude},${order.longitude}`),
    text('tags', JSON.stringify(order.tags)),
  ]
}

export function encodeOrderRow(order: Order): Buffer {
  const primaryKey = [text(KEY_COLUMN, orderKey(order.number))]
  return encodeRow({ primaryKey, cells: orderCells(order), deleteMarker: false })
}

export function orderRowRequest(tableName: string, number: number): GetRowRequest {
  const primaryKey = [text(KEY_COLUMN, orderKey(number))]
  return {
    tableName,
    primaryKey: encodeRow({ primaryKey, cells: [], deleteMarker: false }),
    columnsToGet: [],
    timeRange: undefined,
    maxVersions: 1,
    filter: undefined,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId: undefined,
  }
}

/** The data size of the row as the service counts it: names and values, eight bytes for a number. */
export function rowDataBytes(order: Order): number {
  let bytes = KEY_COLUMN.length + orderKey(order.number).length
  for (const { name, value } of orderCells(order)) {
    bytes += name.length + (value === undefined ? 0 : variantDataSize(value))
  }
  return bytes
}

function text(name: string, value: string): PlainBufferCell {
  return cell(name, stringVariant(value))
}

function cell(name: string, value: Buffer): PlainBufferCell {
  return plainCell(name, value)
}
