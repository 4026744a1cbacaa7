import type { BenchOptions } from './options.js'
import type { ChildServer } from './peers/child-server.js'
import { CREDENTIALS } from './peers/credentials.js'
import type { SdkFigures, SdkJob } from './peers/sdk-client.js'
import { WorkerProcess } from './peers/worker-process.js'
import { PUBLISHED_SHAPE } from './rows/row-shape.js'

const CALLS_AT_ONCE = 64

export interface SdkMeasurement extends SdkFigures {
  readonly workload: 'get-row' | 'put-row'
}

/** Measures a program that calls the official Node.js SDK, which costs more than the server. */
export async function measureSdk(
  options: BenchOptions,
  server: ChildServer,
): Promise<SdkMeasurement[]> {
  const worker = new WorkerProcess<SdkJob, SdkFigures>('peers/sdk-client.js')
  const measurements: SdkMeasurement[] = []
  for (const workload of ['get-row', 'put-row'] as const) {
    process.stderr.write(`  SDK ${workload}, ${CALLS_AT_ONCE} calls at once … `)
    const figures = await worker.run({
      ...CREDENTIALS,
      endpoint: `http://${server.endpoint.host}:${server.endpoint.port}`,
      workload,
      callsAtOnce: CALLS_AT_ONCE,
      rows: options.rows,
      shape: PUBLISHED_SHAPE,
      seconds: options.seconds,
    })
    process.stderr.write(`${Math.round(figures.callsPerSecond)} calls/s\n`)
    measurements.push({ workload, ...figures })
  }
  worker.close()
  return measurements
}
