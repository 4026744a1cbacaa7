import { type ChildServer, stopChildServer } from '../../peers/child-server.js'
import { cpuSecondsOf } from '../../report/process-figures.js'
import { OrderServer } from '../server/order-server.js'
import { fillLog } from './fill-log.js'
import { COUNT_ALL } from './measure-ingest.js'
import { ordersAfter, type WritePlan } from './write-stream.js'

export interface DrainFigures {
  readonly updateShare: number
  readonly writes: number
  /** From the start of the server's process until everything is searchable. */
  readonly seconds: number
  readonly perSecond: number
  /** CPU seconds of the server for a million writes. */
  readonly cpuSecondsPerMillion: number | undefined
}

/**
 * Measures how long an index takes to catch up with a table that was written without it, including the
 * merges that it needs before it can be searched.
 */
export async function measureDrain(
  start: () => Promise<ChildServer>,
  directory: string,
  plan: WritePlan,
): Promise<DrainFigures> {
  await served(start, plan, async (server) => {
    await server.createTable()
    await server.createIndex()
    await server.waitForIndex(COUNT_ALL)
  })
  await fillLog(directory, plan)
  const orders = plan.from + ordersAfter(plan)
  const startedAt = performance.now()
  return served(start, plan, async (server, { pid }) => {
    const { totalHits } = await server.waitForIndex(COUNT_ALL)
    const seconds = (performance.now() - startedAt) / 1000
    if (totalHits !== orders) throw new Error(`${totalHits} orders are searchable of ${orders}`)
    const cpu = cpuSecondsOf(pid)
    return {
      updateShare: plan.updateShare,
      writes: plan.writes,
      seconds,
      perSecond: plan.writes / seconds,
      cpuSecondsPerMillion: cpu && (cpu.all / plan.writes) * 1e6,
    }
  })
}

async function served<Result>(
  start: () => Promise<ChildServer>,
  { tableName }: WritePlan,
  work: (server: OrderServer, child: ChildServer) => Promise<Result>,
): Promise<Result> {
  const child = await start()
  const server = new OrderServer(child.endpoint, tableName)
  try {
    return await work(server, child)
  } finally {
    server.close()
    await stopChildServer(child)
  }
}
