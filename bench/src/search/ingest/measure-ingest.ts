import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../../load/connection.js'
import { cpuSecondsOf } from '../../report/process-figures.js'
import { matchAll, searchQuery } from '../queries/clauses.js'
import { OrderServer } from '../server/order-server.js'
import type { SearchWorker } from '../running/mixed-run.js'
import { ordersAfter, type WritePlan } from './write-stream.js'
import { TrackTotalCount } from '@rowhouse/protocol'

export interface IngestFigures {
  readonly updateShare: number
  readonly writes: number
  readonly orders: number
  /** Rows acknowledged per second, and searchable per second counted from the same start. */
  readonly writtenPerSecond: number
  readonly indexedPerSecond: number
  /** CPU seconds of the server for a million writes: rows and index together. */
  readonly cpuSecondsPerMillion: number | undefined
}

const ROWS_PER_BATCH = 200
const CONNECTIONS = 4
const POLL_MS = 250
export const COUNT_ALL = searchQuery(matchAll, {
  limit: 0,
  trackTotalCount: TrackTotalCount.ALL,
})

/** Writes to a table with an index as fast as possible, until everything is searchable. */
export async function measureIngest(
  target: { readonly endpoint: Endpoint; readonly pid: number; readonly documents: number },
  writer: SearchWorker,
  plan: WritePlan,
): Promise<IngestFigures> {
  const server = new OrderServer(target.endpoint, plan.tableName)
  try {
    await server.createTable()
    await server.createIndex()
    const orders = ordersAfter(plan)
    const before = cpuSecondsOf(target.pid)
    const startedAt = performance.now()
    const written = await writeAll(target, writer, plan)
    const reply = await server.waitForIndex(COUNT_ALL)
    const seconds = (performance.now() - startedAt) / 1000
    const after = cpuSecondsOf(target.pid)
    if (reply.totalHits !== plan.from + orders) {
      throw new Error(`${reply.totalHits} orders are searchable of ${plan.from + orders}`)
    }
    return {
      updateShare: plan.updateShare,
      writes: plan.writes,
      orders,
      writtenPerSecond: plan.writes / written,
      indexedPerSecond: plan.writes / seconds,
      cpuSecondsPerMillion:
        before === undefined || after === undefined
          ? undefined
          : ((after.all - before.all) / plan.writes) * 1e6,
    }
  } finally {
    server.close()
  }
}

/** Returns the seconds that it took. */
export async function writeAll(
  { endpoint, documents }: { readonly endpoint: Endpoint; readonly documents: number },
  writer: SearchWorker,
  plan: WritePlan,
): Promise<number> {
  const figures = await writer.run({
    kind: 'write',
    job: {
      ...plan,
      endpoint,
      documents,
      rowsPerBatch: ROWS_PER_BATCH,
      connections: CONNECTIONS,
      rowsPerSecond: undefined,
    },
  })
  if (!('seconds' in figures)) throw new Error('The worker answered with other figures')
  return figures.seconds
}

export interface BuildFigures {
  readonly rows: number
  readonly seconds: number
  readonly rowsPerSecond: number
}

/** Builds an index over a full table, until everything is searchable. */
export async function measureBuild(
  server: OrderServer,
  rows: number,
  onProgress: (indexed: number) => void,
): Promise<BuildFigures> {
  const startedAt = performance.now()
  await server.createIndex()
  // An earlier run may have begun the build.
  const before = (await server.search(COUNT_ALL, KEYS)).totalHits
  for (;;) {
    const { syncStat, indexStatus } = await server.describeIndex()
    if (indexStatus.status === 'FAILED') throw new Error(`${indexStatus.description}`)
    if (syncStat?.syncPhase === 'INCR') break
    onProgress((await server.search(COUNT_ALL, KEYS)).totalHits)
    await delay(POLL_MS)
  }
  const { totalHits } = await server.waitForIndex(COUNT_ALL)
  if (totalHits !== rows) throw new Error(`${totalHits} orders are searchable of ${rows}`)
  const seconds = (performance.now() - startedAt) / 1000
  return { rows: rows - before, seconds, rowsPerSecond: (rows - before) / seconds }
}

const KEYS = { returnType: 'NONE', columnNames: [] } as const
