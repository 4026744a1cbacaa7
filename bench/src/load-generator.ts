import { runLoad, type LoadStream, type StreamFigures } from './load/run-load.js'
import { RequestPool, type RequestSource } from './load/request-pool.js'
import type { LoadJob, StreamJob } from './load-job.js'
import type { Answer } from './peers/worker-process.js'
import { seededRandom, textSource } from './rows/random.js'
import { dynaliteRequest, dynaliteRowsOf } from './workloads/dynalite-requests.js'
import { encodedBatches } from './workloads/encoded-batches.js'
import { tablestoreRequests } from './workloads/tablestore-requests.js'
import { POOL_BYTES_MAX, workloadNamed } from './workloads/workload.js'

/**
 * The load generator's process: it builds and signs the requests of a job, sends them, replies with the
 * figures and waits for the next job. It is a separate process so that its CPU time and garbage are not the
 * server's.
 */
function serveJobs(): void {
  let stop: () => void = () => undefined
  process.on('message', (message: LoadJob | 'stop') => {
    if (message === 'stop') return stop()
    const stopped = new Promise<void>((resolve) => {
      stop = resolve
    })
    runJob(message, stopped).then(
      (figures) => answer({ kind: 'figures', figures }),
      (error: unknown) => answer({ kind: 'failed', message: String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}

function answer(message: Answer<readonly StreamFigures[]>): void {
  process.send?.(message)
}

function runJob(job: LoadJob, stop: Promise<void>): Promise<StreamFigures[]> {
  const streams = job.streams.map((stream, index) => streamOf(job, stream, job.seed + index))
  const { warmUpSeconds, seconds } = job
  return runLoad(job.endpoint, streams, { warmUpSeconds, seconds, stop })
}

function streamOf(job: LoadJob, stream: StreamJob, seed: number): LoadStream {
  const workload = workloadNamed(stream.workload)
  const random = seededRandom(seed)
  const host = `${job.endpoint.host}:${job.endpoint.port}`
  const target = { host, rows: job.rows, shape: job.shape, random, text: textSource(random) }
  const dynamodb = job.dialect === 'dynamodb'
  const make = dynamodb
    ? () => dynaliteRequest(workload.name, target)
    : tablestoreRequests(workload.name, target)
  return {
    name: workload.name,
    requests: requestsOf(job, stream, make),
    connections: stream.connections,
    rowsOf: dynamodb ? dynaliteRowsOf(workload, target) : () => workload.rowsPerRequest,
    warmUpRequests: stream.warmUpRequests ?? 0,
    pauseMs: stream.pauseMs,
  }
}

function requestsOf(job: LoadJob, stream: StreamJob, make: () => Buffer): RequestSource {
  const { host, port } = job.endpoint
  switch (stream.made ?? 'recorded') {
    case 'recorded': {
      const requests = stream.poolRequests ?? workloadNamed(stream.workload).poolRequests
      return RequestPool.fill(requests, POOL_BYTES_MAX, make)
    }
    case 'filled':
      return { next: make }
    case 'encoded':
      return { next: encodedBatches(`${host}:${port}`, job.rows, job.shape) }
  }
}

serveJobs()
