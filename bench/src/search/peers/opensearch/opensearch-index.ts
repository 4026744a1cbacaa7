import type { Order } from '../../documents/order.js'
import { orderKey } from '../../documents/order-row.js'

export const INDEX = 'orders'

const KEYWORD = { type: 'keyword' } as const

/** One shard without replicas on one node; everything else has its default. */
export const INDEX_BODY = {
  settings: { number_of_shards: 1, number_of_replicas: 0 },
  mappings: {
    dynamic: 'strict',
    properties: {
      // Pages continue after the last key, and `_id` itself cannot be used for that.
      id: KEYWORD,
      customer: KEYWORD,
      seller: KEYWORD,
      category: KEYWORD,
      sku: KEYWORD,
      status: KEYWORD,
      amount: { type: 'long' },
      rating: { type: 'double' },
      createdAt: { type: 'date', format: 'epoch_millis' },
      title: { type: 'text' },
      place: { type: 'geo_point' },
      tags: { type: 'nested', properties: { tag: KEYWORD, score: { type: 'double' } } },
    },
  },
} as const

/** Two lines of a bulk request, which write an order under its key, because it may be updated. */
export function bulkLines(order: Order): string {
  const { number, latitude, longitude, ...fields } = order
  const id = orderKey(number)
  const document = { id, ...fields, place: { lat: latitude, lon: longitude } }
  return `{"index":{"_id":"${id}"}}\n${JSON.stringify(document)}\n`
}
