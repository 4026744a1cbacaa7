import TableStore from 'tablestore'
import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'
import { seededRandom, textSource } from '../rows/random.js'
import { columnName, KEY_NAME, keyOf, type RowShape, TABLE_NAME } from '../rows/row-shape.js'
import { isWarmingUp } from './warm-up.js'
import type { Answer } from './worker-process.js'

/** The job of the SDK's process, which the parent sends as one message. */
export interface SdkJob {
  readonly endpoint: string
  readonly instance: string
  readonly accessKeyId: string
  readonly accessKeySecret: string
  readonly workload: 'get-row' | 'put-row'
  readonly callsAtOnce: number
  readonly rows: number
  readonly shape: RowShape
  readonly seconds: number
}

export interface SdkFigures {
  readonly callsPerSecond: number
  readonly latency: LatencySummary
  /** The SDK's own CPU time per call, which is why it cannot drive a server. */
  readonly cpuMsPerCall: number
}

type Call = () => Promise<void>

function serveSdkJobs(): void {
  process.on('message', (job: SdkJob) => {
    runSdk(job).then(
      (figures) => answer({ kind: 'figures', figures }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function answer(message: Answer<SdkFigures>): void {
  process.send?.(message)
}

async function runSdk(job: SdkJob): Promise<SdkFigures> {
  const call = callOf(job)
  const histogram = new LatencyHistogram()
  await Promise.all(callers(job.callsAtOnce, call, new LatencyHistogram(), isWarmingUp))
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const end = startedAt + job.seconds * 1000
  await Promise.all(callers(job.callsAtOnce, call, histogram, () => performance.now() < end))
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  const latency = histogram.summary()
  return {
    callsPerSecond: latency.count / seconds,
    latency,
    cpuMsPerCall: (user + system) / 1000 / latency.count,
  }
}

function callers(count: number, call: Call, histogram: LatencyHistogram, goesOn: () => boolean) {
  return Array.from({ length: count }, async () => {
    while (goesOn()) {
      const sentAt = performance.now()
      await call()
      histogram.record(performance.now() - sentAt)
    }
  })
}

function callOf(job: SdkJob): Call {
  const random = seededRandom(7)
  const text = textSource(random)
  const client = new TableStore.Client({
    endpoint: job.endpoint,
    instancename: job.instance,
    accessKeyId: job.accessKeyId,
    secretAccessKey: job.accessKeySecret,
    maxRetries: 0,
  })
  const condition = new TableStore.Condition(TableStore.RowExistenceExpectation.IGNORE, null)
  const primaryKey = () => [{ [KEY_NAME]: keyOf(Math.floor(random() * job.rows)) }]
  if (job.workload === 'get-row') {
    return async () => {
      const request = { tableName: TABLE_NAME, primaryKey: primaryKey(), maxVersions: 1 }
      const { row } = await client.getRow(request)
      if (row.attributes?.length !== job.shape.columns) throw new Error('The row is not complete')
    }
  }
  const attributeColumns = () =>
    Array.from({ length: job.shape.columns }, (_, column) => ({
      [columnName(column)]: text(job.shape.columnBytes),
    }))
  return async () => {
    const columns = attributeColumns()
    const row = { primaryKey: primaryKey(), attributeColumns: columns }
    await client.putRow({ tableName: TABLE_NAME, condition, ...row })
  }
}

serveSdkJobs()
