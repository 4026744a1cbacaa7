import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint } from '../../load/connection.js'
import { orderMaker } from '../documents/order.js'
import { OrderServer, ServerAnswerError } from '../server/order-server.js'
import { type WritePlan, writeBodies } from './write-stream.js'

const ATTEMPTS_MAX = 40
const RETRY_DELAY_MS = 250

export interface WriteJob extends WritePlan {
  readonly endpoint: Endpoint
  /** The scale of the orders, see OrderScale. */
  readonly documents: number
  readonly rowsPerBatch: number
  readonly connections: number
  /** Undefined for full speed. */
  readonly rowsPerSecond: number | undefined
}

export interface WriteFigures {
  readonly rows: number
  readonly seconds: number
}

/** Sends a plan's writes over several connections. */
export async function writeOrders(job: WriteJob, stopped: () => boolean): Promise<WriteFigures> {
  const bodies = writeBodies(job, job.rowsPerBatch, orderMaker(job))
  const startedAt = performance.now()
  let rows = 0
  const writer = async (): Promise<void> => {
    const server = new OrderServer(job.endpoint, job.tableName)
    try {
      while (!stopped()) {
        const next = bodies.next()
        if (next.done === true) return
        await pace(job, rows, startedAt)
        rows += next.value.rows
        await writeBatch(server, next.value.body)
      }
    } finally {
      server.close()
    }
  }
  await Promise.all(Array.from({ length: job.connections }, writer))
  return { rows, seconds: (performance.now() - startedAt) / 1000 }
}

async function pace(job: WriteJob, rows: number, startedAt: number): Promise<void> {
  if (job.rowsPerSecond === undefined) return
  const due = startedAt + (rows / job.rowsPerSecond) * 1000
  const early = due - performance.now()
  if (early > 1) await delay(early)
}

async function writeBatch(server: OrderServer, body: Buffer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await server.writeRows(body)
    } catch (error) {
      const isBusy = error instanceof ServerAnswerError && error.status >= 500
      if (!isBusy || attempt === ATTEMPTS_MAX) throw error
      await delay(RETRY_DELAY_MS)
    }
  }
}
