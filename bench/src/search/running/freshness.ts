import { setTimeout as delay } from 'node:timers/promises'
import { decodeRow, type Query, type SearchReply, stringOf } from '@rowhouse/protocol'
import type { Endpoint } from '../../load/connection.js'
import { LatencyHistogram, type LatencySummary } from '../../load/latency-histogram.js'
import { seededRandom } from '../../rows/random.js'
import type { OrderMaker } from '../documents/order.js'
import { orderKey } from '../documents/order-row.js'
import { ordersBody } from '../ingest/write-stream.js'
import { searchQuery } from '../queries/clauses.js'
import { KEYS_ALONE, OrderServer } from '../server/order-server.js'

export interface FreshnessFigures {
  /**
   * From the acknowledgement of a row to the answer of the first search that finds it. It includes the
   * time of that search, and the rest of the one before.
   */
  readonly searchable: LatencySummary
  /** The latency of these searches alone. */
  readonly looks: LatencySummary
}

const PROBES = 4
/** All probes together write 20 rows a second, at random times. */
const PAUSE_MS_MAX = 400
const POLL_MS = 5
const ROWS_PER_LOOK = 100

/** Larger than the numbers of all other writers. */
const FIRST_NUMBER = 2 ** 31

/** The acknowledgement times of rows that no search has found yet, by their customers. */
interface Awaited {
  readonly customer: string
  readonly writtenAt: number
}

/**
 * Probes write rows until they are stopped, each row with its own customer. One client looks for all of
 * them with one search after the other, so that looking costs no more than one client.
 */
export async function measureFreshness(
  endpoint: Endpoint,
  tableName: string,
  makeOrder: OrderMaker,
  stopped: () => boolean,
): Promise<FreshnessFigures> {
  const awaited = new Map<string, Awaited>()
  const searchable = new LatencyHistogram()
  const looks = new LatencyHistogram()
  const writing = new Set(Array.from({ length: PROBES }, (_, probe) => probe))
  const probes = [...writing].map(async (probe) => {
    const server = new OrderServer(endpoint, tableName)
    try {
      await writeNowAndThen(server, probe, makeOrder, awaited, stopped)
    } finally {
      writing.delete(probe)
      server.close()
    }
  })
  const server = new OrderServer(endpoint, tableName)
  const look = async (): Promise<void> => {
    while (writing.size > 0 || awaited.size > 0) {
      if (awaited.size > 0) await lookOnce(server, awaited, { searchable, looks })
      await delay(POLL_MS)
    }
  }
  try {
    await Promise.all([...probes, look()])
  } finally {
    server.close()
  }
  return { searchable: searchable.summary(), looks: looks.summary() }
}

async function writeNowAndThen(
  server: OrderServer,
  probe: number,
  makeOrder: OrderMaker,
  awaited: Map<string, Awaited>,
  stopped: () => boolean,
): Promise<void> {
  const random = seededRandom(probe)
  for (let number = FIRST_NUMBER + probe; !stopped(); number += PROBES) {
    await delay(random() * PAUSE_MS_MAX)
    const customer = `fresh-${number}-${process.pid}`
    await server.writeRows(ordersBody(server.tableName, [{ ...makeOrder(number, 0), customer }]))
    awaited.set(orderKey(number), { customer, writtenAt: performance.now() })
  }
}

interface Histograms {
  readonly searchable: LatencyHistogram
  readonly looks: LatencyHistogram
}

/** Searches for the rows that were acknowledged first. */
async function lookOnce(
  server: OrderServer,
  awaited: Map<string, Awaited>,
  { searchable, looks }: Histograms,
): Promise<void> {
  const terms = [...awaited.values()].slice(0, ROWS_PER_LOOK).map(({ customer }) => customer)
  const query: Query = { kind: 'terms', fieldName: 'customer', terms, weight: 1 }
  const askedAt = performance.now()
  const reply = await server.search(searchQuery(query, { limit: ROWS_PER_LOOK }), KEYS_ALONE)
  const answeredAt = performance.now()
  looks.record(answeredAt - askedAt)
  for (const key of keysOf(reply)) {
    const row = awaited.get(key)
    if (row === undefined) throw new Error(`A search found the row ${key}, which was not asked for`)
    searchable.record(answeredAt - row.writtenAt)
    awaited.delete(key)
  }
}

function keysOf({ rows }: SearchReply): string[] {
  return rows.map((row) => {
    const [key] = decodeRow(row).primaryKey
    if (key?.value === undefined) throw new Error('A row without a key')
    return stringOf(key.value)
  })
}
