import { expectDefined } from '@rowhouse/platform'
import type { OrderDatabase } from '../mariadb/order-database.js'
import { openOrderDatabase, ORDER_TABLE } from '../mariadb/order-database.js'
import { type StoredOrder, storedOrder } from '../questions/stored-order.js'
import { SLOTS } from './slots.js'

const ROWS_PER_STEP = 1_000

export interface Move {
  readonly from: OrderDatabase
  readonly to: OrderDatabase
  /** The column whose slot decides. */
  readonly column: 'cId' | 'sId'
  readonly slots: readonly number[]
}

/** Copies the orders of slots to a new shard and deletes them on the old one; answers how many. */
export async function moveSlots({ from, to, column, slots }: Move): Promise<number> {
  const isMoved = `MOD(CRC32(${column}), ${SLOTS}) IN (?)`
  let moved = 0
  for (let last = ''; ; ) {
    const page = `SELECT * FROM ${ORDER_TABLE} WHERE ${isMoved} AND oId > ?`
    const found = await from.query(`${page} ORDER BY oId LIMIT ${ROWS_PER_STEP}`, [slots, last])
    if (found.length === 0) return moved
    const orders: StoredOrder[] = found.map(storedOrder)
    await to.insert(orders)
    const ids = orders.map(({ oId }) => oId)
    await from.query(`DELETE FROM ${ORDER_TABLE} WHERE oId IN (?)`, [ids])
    moved += orders.length
    last = expectDefined(ids.at(-1), 'a page has a last order')
  }
}

/** The same table, whose new rows are no changes: what moves is in the copy already. */
export const unfollowed = (socketPath: string, database: string): OrderDatabase =>
  openOrderDatabase({ socketPath, database, isFollowed: false })
