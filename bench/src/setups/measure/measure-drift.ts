import type { StoredOrder } from '../questions/stored-order.js'
import type { Setup } from '../setup.js'

const ORDERS_PER_WRITE = 50

export interface DriftFigures {
  /** What was killed. */
  readonly of: string
  readonly written: number
  /** Orders that the copy did not have while it was not kept; undefined where nothing was written then. */
  readonly missingWhileDown: number | undefined
  readonly missingInTheEnd: number
  /** From the restart until the copy had everything. */
  readonly secondsToRecover: number
}

/**
 * Writes orders, kills what keeps the copy in the middle of them, goes on where the set-up still takes
 * writes, starts it again, and counts what the copy lacks. Nobody repairs anything by hand.
 */
export async function measureDrift(
  setup: Setup,
  orders: readonly StoredOrder[],
): Promise<DriftFigures> {
  const { interruption } = setup
  const half = Math.floor(orders.length / 2)
  await write(setup, orders.slice(0, half))
  await interruption.kill()
  let written = orders.slice(0, half)
  let missingWhileDown: number | undefined
  if (interruption.takesWrites) {
    await write(setup, orders.slice(half))
    written = [...orders]
    missingWhileDown = await setup.missing(written)
  }
  const begin = performance.now()
  await interruption.restart()
  await setup.settle()
  const secondsToRecover = (performance.now() - begin) / 1_000
  const missingInTheEnd = await setup.missing(written)
  const { of } = interruption
  return { of, written: written.length, missingWhileDown, missingInTheEnd, secondsToRecover }
}

async function write(setup: Setup, orders: readonly StoredOrder[]): Promise<void> {
  for (let from = 0; from < orders.length; from += ORDERS_PER_WRITE) {
    await setup.insert(orders.slice(from, from + ORDERS_PER_WRITE))
  }
}
