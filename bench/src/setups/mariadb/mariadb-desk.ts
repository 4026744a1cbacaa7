import { consumerQuestions } from '@rowhouse/demos'
import type { AnswerOf, CompleteDesk } from '../questions/desk-questions.js'
import { type StoredOrder, storedOrder } from '../questions/stored-order.js'
import { type Database, numberIn, textIn } from './database.js'
import { ORDER_TABLE } from './order-database.js'

type Asked = Pick<Database, 'query'>

const DAY_MS = 86_400_000
/** Days begin at midnight in Beijing. */
export const BEIJING_MIDNIGHT_MS = 16 * 3_600_000

/** Lists are pages of 20, as those of the sample. */
export const PAGE_ROWS = 20
export const DEAR_ROWS = 100
export const BEST_BUYERS = 100
export const BEST_PRODUCTS = 10

const FROM = `FROM ${ORDER_TABLE} WHERE`
const LATEST = 'createTime DESC, oIdMd5, oId'
const DEAREST = 'totalPrice DESC, oIdMd5, oId'

/** The questions as statements about one table with all orders that matter for them. */
export function mariadbDesk(database: Asked): CompleteDesk {
  const list = listOf(database)
  return {
    orderByKey: async ({ id }) => {
      const [row] = await database.query(`SELECT * ${FROM} oId = ?`, [id])
      return row === undefined ? undefined : storedOrder(row)
    },
    latestOfConsumer: async ({ consumer }) => {
      const order = `ORDER BY createTime DESC, oIdMd5 DESC, oId DESC LIMIT ${PAGE_ROWS}`
      const sql = `SELECT oId, createTime ${FROM} cId = ? ${order}`
      const rows = await database.query(sql, [consumer])
      return rows.map((row) => ({
        order: textIn(row, 'oId'),
        createTime: numberIn(row, 'createTime'),
      }))
    },
    ordersByWord: ({ consumer, period: { from, to }, word }) => {
      const where = 'cId = ? AND createTime >= ? AND createTime < ? AND LOCATE(?, pName) > 0'
      return list(where, [consumer, from, to, word], LATEST)
    },
    ordersByAmount: ({ consumer, atLeast }) =>
      list('cId = ? AND totalPrice >= ?', [consumer, atLeast], DEAREST),
    ordersOfMonth: ({ seller, period: { from, to } }) =>
      list('sId = ? AND createTime >= ? AND createTime < ?', [seller, from, to], LATEST),
    dearOrdersOfBrands: ({ period: { from, to }, atLeast, brandText }) => {
      const where = 'totalPrice >= ? AND payTime >= ? AND payTime < ? AND LOCATE(?, pBrand) > 0'
      return list(where, [atLeast, from, to, brandText], DEAREST, DEAR_ROWS)
    },
    ...statisticsOf(database),
  }
}

type Statistics = Pick<
  CompleteDesk,
  'spendingByMonth' | 'bestProducts' | 'turnoverByDay' | 'bestBuyers' | 'funnel'
>

function statisticsOf(database: Asked): Statistics {
  return {
    spendingByMonth: async ({ consumer }) => {
      const months = consumerQuestions.SPENDING_MONTHS
      const begins = [...months.map(({ from }) => from), months.at(-1)?.to]
      const month = `INTERVAL(createTime, ${begins.join(', ')})`
      const sums = 'COUNT(*) AS orders, SUM(totalFen) AS totalFen'
      const sql = `SELECT ${month} AS month, ${sums} ${FROM} cId = ? GROUP BY month`
      const rows = await database.query(sql, [consumer])
      const byMonth = new Map(rows.map((row) => [numberIn(row, 'month'), row]))
      return months.map(({ from }, at) => {
        const row = byMonth.get(at + 1)
        if (row === undefined) return { from, orders: 0, totalFen: 0 }
        return { from, orders: numberIn(row, 'orders'), totalFen: numberIn(row, 'totalFen') }
      })
    },
    bestProducts: async ({ seller, period: { from, to } }) => {
      const products = `JSON_TABLE(pId, '$[*]' COLUMNS (product VARCHAR(96) PATH '$')) products`
      const sql = `SELECT product AS name, COUNT(*) AS orders, SUM(totalFen) AS totalFen
        FROM ${ORDER_TABLE}, ${products} WHERE sId = ? AND createTime >= ? AND createTime < ?
        GROUP BY product ORDER BY orders DESC, product LIMIT ${BEST_PRODUCTS}`
      return (await database.query(sql, [seller, from, to])).map(salesIn)
    },
    turnoverByDay: async ({ period: { from, to } }) => {
      const day = `payTime - MOD(payTime - ${BEIJING_MIDNIGHT_MS}, ${DAY_MS})`
      const sql = `SELECT ${day} AS day, COUNT(*) AS orders, SUM(totalFen) AS totalFen
        ${FROM} payTime >= ? AND payTime < ? GROUP BY day ORDER BY day`
      const rows = await database.query(sql, [from, to])
      return rows.map((row) => ({
        from: numberIn(row, 'day'),
        orders: numberIn(row, 'orders'),
        totalFen: numberIn(row, 'totalFen'),
      }))
    },
    bestBuyers: async ({ period: { from, to } }) => {
      const sql = `SELECT cId AS name, COUNT(*) AS orders, SUM(totalFen) AS totalFen
        ${FROM} payTime >= ? AND payTime < ? GROUP BY cId
        ORDER BY SUM(totalFen) DESC, cId LIMIT ${BEST_BUYERS}`
      return (await database.query(sql, [from, to])).map(salesIn)
    },
    funnel: async ({ period: { from, to } }) => {
      const steps =
        'COUNT(payTime) AS paid, COUNT(shipTime) AS shipped, COUNT(receiveTime) AS received'
      const sql = `SELECT COUNT(*) AS created, ${steps} ${FROM} createTime >= ? AND createTime < ?`
      const [row] = await database.query(sql, [from, to])
      return {
        created: numberIn(row, 'created'),
        paid: numberIn(row, 'paid'),
        shipped: numberIn(row, 'shipped'),
        received: numberIn(row, 'received'),
      }
    },
  }
}

const salesIn = (row: object): AnswerOf<'bestBuyers'>[number] => ({
  key: textIn(row, 'name'),
  orders: numberIn(row, 'orders'),
  totalFen: numberIn(row, 'totalFen'),
})

const listOf =
  (database: Asked) =>
  async (
    where: string,
    values: readonly unknown[],
    order: string,
    limit = PAGE_ROWS,
  ): Promise<{ total: number; rows: StoredOrder[] }> => {
    const page = `SELECT * ${FROM} ${where} ORDER BY ${order} LIMIT ${limit}`
    const [[count], rows] = await Promise.all([
      database.query(`SELECT COUNT(*) AS total ${FROM} ${where}`, values),
      database.query(page, values),
    ])
    return { total: numberIn(count, 'total'), rows: rows.map(storedOrder) }
  }
