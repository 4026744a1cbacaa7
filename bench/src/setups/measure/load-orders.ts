import { type OrdersSample, orderRowOf } from '@rowhouse/demos'
import { type StoredOrder, storedOrder } from '../questions/stored-order.js'
import type { Setup } from '../setup.js'

const ORDERS_PER_WRITE = 1_000
const WRITES_AT_ONCE = 4

export interface LoadFigures {
  readonly acknowledgedPerSecond: number
  /** Until every copy has every order, and what is done once after that. */
  readonly settledPerSecond: number
}

export const orderOf = (source: OrdersSample, n: number): StoredOrder =>
  storedOrder(orderRowOf(source.fact(n)))

export async function loadOrders(
  setup: Setup,
  source: OrdersSample,
  tell: (text: string) => void,
): Promise<LoadFigures> {
  const begin = performance.now()
  let next = 0
  const writer = async (): Promise<void> => {
    while (next < source.rows) {
      const from = next
      next = Math.min(source.rows, from + ORDERS_PER_WRITE)
      const orders = Array.from({ length: next - from }, (_, at) => orderOf(source, from + at))
      await setup.insert(orders)
      if (from % (100 * ORDERS_PER_WRITE) === 0) tell(`${from} of ${source.rows} orders`)
    }
  }
  await Promise.all(Array.from({ length: WRITES_AT_ONCE }, writer))
  const acknowledgedMs = performance.now() - begin
  await setup.settle()
  await setup.afterLoad?.()
  const settledMs = performance.now() - begin
  return {
    acknowledgedPerSecond: (source.rows * 1_000) / acknowledgedMs,
    settledPerSecond: (source.rows * 1_000) / settledMs,
  }
}
