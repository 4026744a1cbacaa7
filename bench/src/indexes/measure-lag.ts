import { setTimeout as delay } from 'node:timers/promises'
import { type Endpoint, RequestingConnection } from '../load/connection.js'
import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'
import { rowFailure } from '../loader/load-rows.js'
import { BatchTemplate } from '../rows/batch-template.js'
import { seededRandom, textSource } from '../rows/random.js'
import type { RowShape } from '../rows/row-shape.js'
import { RowTemplates } from '../rows/row-templates.js'
import { requestSigner } from '../workloads/signed-request.js'
import type { CatchUp } from './catch-up.js'

const BATCHES_PER_SECOND = 50
/** The lag of every so many batches is measured. */
const MEASURED = 5

export interface LagJob {
  readonly endpoint: Endpoint
  readonly shape: RowShape
  /** The first row to write. */
  readonly from: number
  readonly rowsPerSecond: number
  readonly seconds: number
  readonly catchUp: CatchUp
}

export interface LagFigures {
  readonly rowsPerSecond: number
  /** From sending a batch until all of it is in the index. */
  readonly lag: LatencySummary
}

/** Writes rows at a rate, and measures for some batches when the index has them. */
export async function measureLag(job: LagJob): Promise<LagFigures> {
  const { endpoint, shape, from, rowsPerSecond, seconds, catchUp } = job
  const rows = Math.max(1, Math.round(rowsPerSecond / BATCHES_PER_SECOND))
  const batches = Math.ceil((seconds * rowsPerSecond) / rows)
  const template = new BatchTemplate(new RowTemplates(shape, textSource(seededRandom(5))), rows)
  const sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  const connection = new RequestingConnection(endpoint)
  const histogram = new LatencyHistogram()
  const waits: Promise<void>[] = []
  const startedAt = performance.now()
  for (let batch = 0; batch < batches; batch++) {
    const due = startedAt + (batch * rows * 1000) / rowsPerSecond
    await delay(Math.max(0, due - performance.now()))
    const first = from + batch * rows
    const counters = Array.from({ length: rows }, (_, index) => first + index)
    const request = sign('BatchWriteRow', template.body(counters))
    const sentAt = performance.now()
    const { status, body } = await connection.request(request)
    const failure = status === 200 ? rowFailure(body) : `${status}`
    if (failure !== undefined) throw new Error(`A batch failed: ${failure}`)
    if (batch % MEASURED !== 0) continue
    waits.push(catchUp().then(() => histogram.record(performance.now() - sentAt)))
  }
  const took = (performance.now() - startedAt) / 1000
  connection.close()
  await Promise.all(waits)
  return { rowsPerSecond: (batches * rows) / took, lag: histogram.summary() }
}
