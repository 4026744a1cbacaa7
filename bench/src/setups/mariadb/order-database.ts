import { expectDefined } from '@rowhouse/platform'
import { ORDER_COLUMNS, type StoredOrder, storedOrder } from '../questions/stored-order.js'
import { type Database, numberIn, openDatabase, textIn } from './database.js'

export const ORDER_TABLE = 'order_contract'
/** Orders that were written and are not in the copy yet, written in the transaction of the order. */
const CHANGE_TABLE = 'order_change'

const LONG_TEXTS: ReadonlySet<string> = new Set(['lines', 'pId', 'pName', 'pBrand'])
const SQL_TYPES = { string: 'VARCHAR(96)', integer: 'BIGINT', double: 'DOUBLE', boolean: 'BOOLEAN' }

/** Indexes for the questions that a database answers. */
export const OF_CONSUMER = 'KEY of_consumer (cId, createTime)'
export const OF_SELLER = 'KEY of_seller (sId, createTime)'
/** They cover turnover, best buyers and the funnel, which then read no order. */
export const OF_PLATFORM = [
  'KEY paid (payTime, cId, totalFen)',
  'KEY created (createTime, payTime, shipTime, receiveTime)',
  'KEY dear (totalPrice)',
]

export interface OrderDatabaseOptions {
  readonly socketPath: string
  readonly database: string
  readonly indexes: readonly string[]
  /** Whether changes are noted for a sync job. */
  readonly isFollowed: boolean
}

/** An order that a sync job has to copy. */
export interface OrderChange {
  readonly sequence: number
  readonly order: StoredOrder
}

/** The table of orders in one database. */
export interface OrderDatabase extends Database {
  readonly insert: (orders: readonly StoredOrder[]) => Promise<void>
  readonly count: () => Promise<number>
  /** Of these orders, how many it has. */
  readonly countOf: (orders: readonly StoredOrder[]) => Promise<number>
  readonly changes: (most: number) => Promise<readonly OrderChange[]>
  readonly forgetChanges: (changes: readonly OrderChange[]) => Promise<void>
}

export async function createOrderDatabase(options: OrderDatabaseOptions): Promise<OrderDatabase> {
  const { socketPath, database, indexes, isFollowed } = options
  const server = openDatabase(socketPath)
  try {
    await server.query(`CREATE DATABASE ${database}`)
    const columns = ORDER_COLUMNS.map(([name, type]) => `${quoted(name)} ${sqlType(name, type)}`)
    const parts = [...columns, 'PRIMARY KEY (oId)', ...indexes].join(', ')
    await server.query(`CREATE TABLE ${database}.${ORDER_TABLE} (${parts})`)
    if (isFollowed) {
      const change = 'sequence BIGINT AUTO_INCREMENT PRIMARY KEY, oId VARCHAR(96)'
      await server.query(`CREATE TABLE ${database}.${CHANGE_TABLE} (${change})`)
    }
  } finally {
    await server.close()
  }
  return openOrderDatabase(options)
}

function sqlType(name: string, type: string): string {
  if (LONG_TEXTS.has(name)) return 'TEXT'
  const known = Object.entries(SQL_TYPES).find(([kind]) => kind === type)
  const [, sql] = expectDefined(known, `${name} has a type that MariaDB has`)
  return name === 'oId' ? `${sql} NOT NULL` : sql
}

const NAMES = ORDER_COLUMNS.map(([name]) => name)
/** A name may be a word of SQL, such as `lines`. */
const quoted = (name: string): string => `\`${name}\``
const MARKS = NAMES.map(() => '?').join(', ')
const REPLACE = `REPLACE INTO ${ORDER_TABLE} (${NAMES.map(quoted).join(', ')}) VALUES (${MARKS})`
const NOTE = `INSERT INTO ${CHANGE_TABLE} (oId) VALUES (?)`

type Followed = Pick<OrderDatabaseOptions, 'socketPath' | 'database' | 'isFollowed'>

export function openOrderDatabase({ socketPath, database, isFollowed }: Followed): OrderDatabase {
  const open = openDatabase(socketPath, database)
  const numberOf = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
    numberIn((await open.query(sql, values))[0], 'total')
  return {
    ...open,
    insert: async (orders) => {
      if (orders.length === 0) return
      const note = { sql: NOTE, rows: orders.map(({ oId }) => [oId]) }
      const replace = { sql: REPLACE, rows: orders.map(valuesOf) }
      await open.write(isFollowed ? [replace, note] : [replace])
    },
    count: () => numberOf(`SELECT COUNT(*) AS total FROM ${ORDER_TABLE}`),
    countOf: (orders) =>
      orders.length === 0
        ? Promise.resolve(0)
        : numberOf(`SELECT COUNT(*) AS total FROM ${ORDER_TABLE} WHERE oId IN (?)`, [
            orders.map(({ oId }) => oId),
          ]),
    changes: async (most) => {
      const sql = `SELECT c.sequence, o.* FROM ${CHANGE_TABLE} c JOIN ${ORDER_TABLE} o USING (oId)`
      const rows = await open.query(`${sql} ORDER BY c.sequence LIMIT ${most}`)
      return rows.map((row) => ({ sequence: numberIn(row, 'sequence'), order: storedOrder(row) }))
    },
    forgetChanges: async (changes) => {
      const sequences = changes.map(({ sequence }) => sequence)
      await open.query(`DELETE FROM ${CHANGE_TABLE} WHERE sequence IN (?)`, [sequences])
    },
  }
}

const valuesOf = (order: StoredOrder): unknown[] => {
  const found = new Map<string, unknown>(Object.entries(order))
  return NAMES.map((name) => found.get(name) ?? null)
}

/** The version of a server, for the report. */
export async function versionOf(database: Database): Promise<string> {
  const [row] = await database.query('SELECT VERSION() AS version')
  return textIn(expectDefined(row, 'a server has a version'), 'version')
}
