import { timed } from '@rowhouse/demos'
import type { StoredOrder } from '../questions/stored-order.js'
import type { Setup } from '../setup.js'

export interface ColumnFigures {
  readonly seconds: number
  /** The longest time that an order took to be acknowledged meanwhile. */
  readonly longestWriteMs: number
  readonly steps: readonly string[]
}

/** Adds a column that can be searched while one order after the other is written. */
export async function measureColumn(
  setup: Setup,
  orderAt: (at: number) => StoredOrder,
): Promise<ColumnFigures> {
  const begin = performance.now()
  let isAdded = false
  const added = setup.addColumn().finally(() => {
    isAdded = true
  })
  let longestWriteMs = 0
  for (let at = 0; !isAdded || at === 0; at += 1) {
    const { ms } = await timed(() => setup.insert([orderAt(at)]))
    longestWriteMs = Math.max(longestWriteMs, ms)
  }
  await added
  const seconds = (performance.now() - begin) / 1_000
  return { seconds, longestWriteMs, steps: setup.columnSteps }
}
