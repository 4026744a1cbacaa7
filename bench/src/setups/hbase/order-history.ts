import { type StoredOrder, plainOrder, storedOrder } from '../questions/stored-order.js'
import type { HbaseClient, HbaseRow } from './hbase-client.js'

const BY_ID = 'order_by_id'
const BY_CONSUMER = 'order_by_consumer'
const BY_SELLER = 'order_by_seller'

/** Later than any order, so that the latest order of somebody has the lowest key. */
const LATEST_TIME = 9_999_999_999_999

/** Three tables with whole orders: by number, by consumer and time, by seller and time. */
export async function createHistory(client: HbaseClient): Promise<void> {
  for (const table of [BY_ID, BY_CONSUMER, BY_SELLER]) await client.createTable(table)
}

const backwards = (time: number): string => String(LATEST_TIME - time).padStart(13, '0')

const keysOf = ({ oIdMd5, oId, cId = '', sId = '', createTime = 0n }: StoredOrder) => {
  const end = `${backwards(Number(createTime))}|${oIdMd5}|${oId}`
  return { byId: `${oIdMd5}|${oId}`, byConsumer: `${cId}|${end}`, bySeller: `${sId}|${end}` }
}

export async function putHistory(
  client: HbaseClient,
  orders: readonly StoredOrder[],
): Promise<void> {
  const texts = orders.map((order) => ({
    keys: keysOf(order),
    text: JSON.stringify(plainOrder(order)),
  }))
  await Promise.all([
    client.put(
      BY_ID,
      texts.map(({ keys, text }) => ({ key: keys.byId, text })),
    ),
    client.put(
      BY_CONSUMER,
      texts.map(({ keys, text }) => ({ key: keys.byConsumer, text })),
    ),
    client.put(
      BY_SELLER,
      texts.map(({ keys, text }) => ({ key: keys.bySeller, text })),
    ),
  ])
}

/** Orders by their numbers, as many as there are. */
export async function historyByIds(
  client: HbaseClient,
  ids: readonly Pick<StoredOrder, 'oIdMd5' | 'oId'>[],
): Promise<StoredOrder[]> {
  const keys = ids.map(({ oIdMd5, oId }) => `${oIdMd5}|${oId}`)
  return (await client.get(BY_ID, keys)).map(orderIn)
}

export interface TimeRange {
  readonly from: number
  readonly to: number
}

/** The orders of a consumer in a range of time, the latest first. */
export const historyOfConsumer = (
  client: HbaseClient,
  consumer: string,
  range: TimeRange,
  most?: number,
): Promise<StoredOrder[]> => ordersWithin(client, BY_CONSUMER, consumer, range, most)

/** The orders of a seller in a range of time, the latest first. */
export const historyOfSeller = (
  client: HbaseClient,
  seller: string,
  range: TimeRange,
): Promise<StoredOrder[]> => ordersWithin(client, BY_SELLER, seller, range)

async function ordersWithin(
  client: HbaseClient,
  table: string,
  id: string,
  { from, to }: TimeRange,
  most?: number,
): Promise<StoredOrder[]> {
  // The latest order of the range is the first, and what follows a time in a key sorts below `~`.
  const first = `${id}|${backwards(to - 1)}`
  const end = `${id}|${backwards(from)}~`
  const orders: StoredOrder[] = []
  for await (const row of client.scan(table, first, end, most)) orders.push(orderIn(row))
  return orders
}

const orderIn = ({ text }: HbaseRow): StoredOrder => storedOrder(JSON.parse(text))
