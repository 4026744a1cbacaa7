import { at, type OpenSearchClient } from '../../search/peers/opensearch/opensearch-client.js'
import { type StoredOrder, plainOrder, storedOrder } from '../questions/stored-order.js'

export const ORDERS = 'order_contract'

const KEYWORD = { type: 'keyword' } as const
const LONG = { type: 'long' } as const
/** Kept and shown, but not searched. */
const SHOWN = { type: 'keyword', index: false, doc_values: false } as const

/** One shard without a replica, as there is one machine; everything else has its default. */
export const ORDERS_BODY = {
  settings: { number_of_shards: 1, number_of_replicas: 0 },
  mappings: {
    dynamic: 'strict',
    properties: {
      oIdMd5: KEYWORD,
      oId: KEYWORD,
      cId: KEYWORD,
      cName: SHOWN,
      cCity: KEYWORD,
      sId: KEYWORD,
      sName: SHOWN,
      pId: KEYWORD,
      pBrand: KEYWORD,
      pName: { type: 'text' },
      pType: KEYWORD,
      pCount: LONG,
      lines: SHOWN,
      currency: SHOWN,
      totalPrice: { type: 'double' },
      totalFen: LONG,
      status: KEYWORD,
      hasPaid: { type: 'boolean' },
      createTime: LONG,
      payTime: LONG,
      shipTime: LONG,
      receiveTime: LONG,
      origin: KEYWORD,
    },
  },
} as const

/** Columns that are lists written as JSON, which an index needs as lists. */
const LISTS: ReadonlySet<string> = new Set(['pId', 'pBrand', 'pName'])

function documentOf(order: StoredOrder): object {
  const entries = Object.entries(plainOrder(order)).map(([name, value]): [string, unknown] =>
    LISTS.has(name) && typeof value === 'string' ? [name, JSON.parse(value)] : [name, value],
  )
  return Object.fromEntries(entries)
}

export function orderOfDocument(document: unknown): StoredOrder {
  const entries = Object.entries(document ?? {}).map(([name, value]): [string, unknown] =>
    LISTS.has(name) ? [name, JSON.stringify(value)] : [name, value],
  )
  return storedOrder(Object.fromEntries(entries))
}

/** Puts whole orders by their number, so that one that comes again replaces itself. */
export async function indexOrders(
  client: OpenSearchClient,
  orders: readonly StoredOrder[],
): Promise<void> {
  const lines = orders.flatMap((order) => [
    JSON.stringify({ index: { _id: order.oId } }),
    JSON.stringify(documentOf(order)),
  ])
  const reply = await client.call('POST', `/${ORDERS}/_bulk`, `${lines.join('\n')}\n`)
  if (at(reply, 'errors') !== false) {
    throw new Error(`OpenSearch refused orders: ${JSON.stringify(reply).slice(0, 300)}`)
  }
}
