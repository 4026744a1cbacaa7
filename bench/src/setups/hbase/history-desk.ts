import { keyHash } from '@rowhouse/demos'
import { mariadbDesk } from '../mariadb/mariadb-desk.js'
import { type OrderDatabase, ORDER_TABLE } from '../mariadb/order-database.js'
import type { NeedsScan, OrderDesk } from '../questions/desk-questions.js'
import { type StoredOrder, storedOrder } from '../questions/stored-order.js'
import { dearestFirst, latestFirst } from '../sharded/merge-answers.js'
import { bestProductsOf, latestEntries, listRows, spendingOf } from './answers-of-rows.js'
import type { HbaseClient } from './hbase-client.js'
import {
  type TimeRange,
  historyByIds,
  historyOfConsumer,
  historyOfSeller,
} from './order-history.js'

const DAY_MS = 86_400_000

export interface HistoryParts {
  readonly recent: OrderDatabase
  readonly client: HbaseClient
  /** MariaDB keeps the orders from this moment on. */
  readonly keptFrom: number
}

/**
 * What is recent comes from MariaDB. History is found by the keys that it was given: number, consumer and
 * seller. The program filters, sorts and counts what it has read there; of all orders it would be a scan.
 */
export function historyDesk(parts: HistoryParts): OrderDesk {
  const { recent, client, keptFrom } = parts
  const desk = mariadbDesk(recent)
  const ofConsumer = (consumer: string) => consumersOrders(parts, consumer)
  const ofSeller = (seller: string, period: TimeRange) => sellersOrders(parts, seller, period)
  // An order that is paid in a period was created a little before.
  const isRecent = ({ from }: TimeRange): boolean => from >= keptFrom + DAY_MS
  const needsScan: NeedsScan = { needsScanOf: 'all history' }
  return {
    orderByKey: async (parameters) => {
      const found = await desk.orderByKey(parameters)
      if (found !== undefined) return found
      const { id } = parameters
      const [order] = await historyByIds(client, [{ oIdMd5: keyHash(id), oId: id }])
      return order
    },
    latestOfConsumer: async (parameters) => latestEntries(await ofConsumer(parameters.consumer)),
    ordersByWord: async ({ consumer, period, word }) => {
      const orders = await ofConsumer(consumer)
      return listRows(orders.filter(createdWithin(period)).filter(hasWord(word)), latestFirst)
    },
    ordersByAmount: async ({ consumer, atLeast }) => {
      const orders = await ofConsumer(consumer)
      return listRows(
        orders.filter(({ totalPrice = 0 }) => totalPrice >= atLeast),
        dearestFirst,
      )
    },
    spendingByMonth: async ({ consumer }) => spendingOf(await ofConsumer(consumer)),
    ordersOfMonth: async (parameters) => {
      const { seller, period } = parameters
      if (isRecent(period)) return desk.ordersOfMonth(parameters)
      return listRows(await ofSeller(seller, period), latestFirst)
    },
    bestProducts: async (parameters) => {
      const { seller, period } = parameters
      if (isRecent(period)) return desk.bestProducts(parameters)
      return bestProductsOf(await ofSeller(seller, period))
    },
    turnoverByDay: async (parameters) =>
      isRecent(parameters.period) ? desk.turnoverByDay(parameters) : needsScan,
    bestBuyers: async (parameters) =>
      isRecent(parameters.period) ? desk.bestBuyers(parameters) : needsScan,
    dearOrdersOfBrands: async (parameters) =>
      isRecent(parameters.period) ? desk.dearOrdersOfBrands(parameters) : needsScan,
    funnel: async (parameters) =>
      isRecent(parameters.period) ? desk.funnel(parameters) : needsScan,
  }
}

const createdWithin =
  ({ from, to }: TimeRange) =>
  ({ createTime = 0n }: StoredOrder): boolean =>
    createTime >= from && createTime < to

const hasWord =
  (word: string) =>
  ({ pName = '' }: StoredOrder): boolean =>
    pName.includes(word)

async function consumersOrders(
  { recent, client, keptFrom }: HistoryParts,
  consumer: string,
): Promise<StoredOrder[]> {
  const parts = await Promise.all([
    recentOrders(recent, 'cId = ? AND createTime >= ?', [consumer, keptFrom]),
    historyOfConsumer(client, consumer, { from: 0, to: keptFrom }),
  ])
  return parts.flat()
}

async function sellersOrders(
  { recent, client, keptFrom }: HistoryParts,
  seller: string,
  { from, to }: TimeRange,
): Promise<StoredOrder[]> {
  const range = 'sId = ? AND createTime >= ? AND createTime < ?'
  const parts = await Promise.all([
    recentOrders(recent, range, [seller, Math.max(from, keptFrom), to]),
    from >= keptFrom ? [] : historyOfSeller(client, seller, { from, to: Math.min(to, keptFrom) }),
  ])
  return parts.flat()
}

async function recentOrders(
  recent: OrderDatabase,
  where: string,
  values: readonly unknown[],
): Promise<StoredOrder[]> {
  const rows = await recent.query(`SELECT * FROM ${ORDER_TABLE} WHERE ${where}`, values)
  return rows.map(storedOrder)
}
