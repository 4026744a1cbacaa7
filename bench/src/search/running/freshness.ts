import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../../load/connection.js'
import { LatencyHistogram, type LatencySummary } from '../../load/latency-histogram.js'
import type { OrderMaker } from '../documents/order.js'
import { ordersBody } from '../ingest/write-stream.js'
import { searchQuery, term } from '../queries/clauses.js'
import { KEYS_ALONE, OrderServer } from '../server/order-server.js'

const POLL_MS = 5
const PAUSE_MS = 50

/** Numbers that no writer of a benchmark reaches. */
const FIRST_NUMBER = 2 ** 31

/** From the acknowledgement of a row to the first search that finds it, again and again until stopped. */
export async function measureFreshness(
  endpoint: Endpoint,
  tableName: string,
  makeOrder: OrderMaker,
  stopped: () => boolean,
): Promise<LatencySummary> {
  const server = new OrderServer(endpoint, tableName)
  const histogram = new LatencyHistogram()
  try {
    for (let number = FIRST_NUMBER; !stopped(); number += 1) {
      const customer = `fresh-${number}-${process.pid}`
      await server.writeRows(ordersBody(tableName, [{ ...makeOrder(number, 0), customer }]))
      const writtenAt = performance.now()
      const query = searchQuery(term('customer', customer), { limit: 1 })
      while ((await server.search(query, KEYS_ALONE)).rows.length === 0) await delay(POLL_MS)
      histogram.record(performance.now() - writtenAt)
      await delay(PAUSE_MS)
    }
  } finally {
    server.close()
  }
  return histogram.summary()
}
