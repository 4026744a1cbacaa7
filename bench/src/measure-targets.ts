import type { Endpoint } from './load/connection.js'
import type { StreamFigures } from './load/run-load.js'
import type { LoadJob, StreamJob } from './load-job.js'
import type { BenchOptions } from './options.js'
import type { ChildServer } from './peers/child-server.js'
import { configureEcho } from './peers/peer-servers.js'
import type { WorkerProcess } from './peers/worker-process.js'
import type { MixedFigures } from './report/goals.js'
import {
  isRowhouse,
  type Measurement,
  measurementOf,
  medianRound,
  type Target,
} from './report/measurement.js'
import { type CpuSeconds, cpuSecondsOf, memoryOf } from './report/process-figures.js'
import { PUBLISHED_SHAPE } from './rows/row-shape.js'
import type { Workload, WorkloadName } from './workloads/workload.js'

export type Generator = WorkerProcess<LoadJob, readonly StreamFigures[]>

/** The running servers, each in its own process. */
export type Targets = ReadonlyMap<Target, ChildServer>

/** Measures each workload on each target in turn, so that the machine is in the same state for all. */
export async function measureAll(
  options: BenchOptions,
  targets: Targets,
  replyBytes: ReadonlyMap<WorkloadName, number>,
  generator: Generator,
): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  const echo = targets.get('echo')
  for (const workload of options.workloads) {
    const bytes = replyBytes.get(workload.name) ?? workload.replyBytes
    if (echo !== undefined) await configureEcho(echo, bytes)
    for (const connections of options.connections) {
      const rounds = new Map<Target, Measurement[]>()
      for (let round = 0; round < options.rounds; round += 1) {
        for (const [target, server] of targets) {
          const one = await measure(options, target, server, generator, workload, connections)
          rounds.set(target, [...(rounds.get(target) ?? []), one])
        }
      }
      for (const ofTarget of rounds.values()) measurements.push(medianRound(ofTarget))
    }
  }
  return measurements
}

async function measure(
  options: BenchOptions,
  target: Target,
  server: ChildServer,
  generator: Generator,
  workload: Workload,
  connections: number,
): Promise<Measurement> {
  process.stderr.write(`  ${workload.title}, ${connections} connections, ${target} … `)
  // A hot set has been read before, so the warm-up reads all of it once.
  const warmUpRequests =
    isRowhouse(target) && workload.name === 'get-row-hot' ? workload.poolRequests : 0
  const stream = { workload: workload.name, connections, pauseMs: 0, warmUpRequests }
  const before = cpuSecondsOf(server.pid)
  const [figures] = await generator.run(jobOf(options, target, server.endpoint, [stream]))
  const after = cpuSecondsOf(server.pid)
  if (figures === undefined) throw new Error('The load generator answered without figures')
  process.stderr.write(`${Math.round(figures.requestsPerSecond)} requests/s\n`)
  const { rssMb } = memoryOf(server.pid)
  const cpuMicros = cpuPerReply(before, after, figures.replies)
  return measurementOf(target, workload, figures, { rssMb, cpuMicros })
}

function cpuPerReply(
  before: CpuSeconds | undefined,
  after: CpuSeconds | undefined,
  replies: number,
): Measurement['cpuMicros'] {
  if (before === undefined || after === undefined || replies === 0) return undefined
  const perReply = 1e6 / replies
  return { all: (after.all - before.all) * perReply, main: (after.main - before.main) * perReply }
}

/** GetRow's p99 alone, then while four connections keep reading 5,000 rows. */
export async function measureMixed(
  options: BenchOptions,
  target: Target,
  server: ChildServer,
  generator: Generator,
  connections: number,
): Promise<MixedFigures> {
  process.stderr.write(`  GetRow beside GetRange x5000, ${connections} connections, ${target} … `)
  const getRow: StreamJob = { workload: 'get-row', connections, pauseMs: 0 }
  const ranges: StreamJob = { workload: 'get-range-5000', connections: 4, pauseMs: 0 }
  const job = (streams: readonly StreamJob[]): LoadJob =>
    jobOf(options, target, server.endpoint, streams)
  const [alone] = await generator.run(job([getRow]))
  const [beside, ranged] = await generator.run(job([getRow, ranges]))
  if (alone === undefined || beside === undefined || ranged === undefined) {
    throw new Error('The load generator answered without figures')
  }
  process.stderr.write(`p99 ${alone.latency.p99Ms} -> ${beside.latency.p99Ms} ms\n`)
  return {
    target,
    connections,
    aloneP99Ms: alone.latency.p99Ms,
    besideRangesP99Ms: beside.latency.p99Ms,
    besideRangesRequestsPerSecond: beside.requestsPerSecond,
    aloneRequestsPerSecond: alone.requestsPerSecond,
    rangeRowsPerSecond: ranged.rowsPerSecond,
  }
}

function jobOf(
  options: BenchOptions,
  target: Target,
  endpoint: Endpoint,
  streams: readonly StreamJob[],
): LoadJob {
  return {
    endpoint,
    dialect: target === 'dynalite' ? 'dynamodb' : 'tablestore',
    rows: target === 'dynalite' ? options.dynaliteRows : options.rows,
    shape: PUBLISHED_SHAPE,
    warmUpSeconds: options.warmUpSeconds,
    seconds: options.seconds,
    seed: 42,
    streams,
  }
}
