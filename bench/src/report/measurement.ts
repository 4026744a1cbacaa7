import type { StreamFigures } from '../load/run-load.js'
import type { Workload } from '../workloads/workload.js'

/** `rowhouse-rocksdb` is Rowhouse on RocksDB, with a data folder of its own. */
export type Target = 'echo' | 'rowhouse' | 'rowhouse-rocksdb' | 'dynalite'

export const isRowhouse = (target: Target): boolean =>
  target === 'rowhouse' || target === 'rowhouse-rocksdb'

/** One line of the table: a workload on a target with a number of connections. */
export interface Measurement {
  readonly target: Target
  readonly workload: string
  readonly title: string
  readonly connections: number
  readonly requestsPerSecond: number
  readonly rowsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly errors: Readonly<Record<string, number>>
  readonly bodyBytes: { readonly min: number; readonly max: number }
  /** Resident memory of the target's process after the run. */
  readonly rssMb: number
  /** CPU time of the target per request, in microseconds: all its threads, and the main one. */
  readonly cpuMicros: { readonly all: number; readonly main: number } | undefined
  readonly generatorCpu: number
}

/** What the target's process used while it was measured. */
export type ProcessFigures = Pick<Measurement, 'rssMb' | 'cpuMicros'>

export function measurementOf(
  target: Target,
  workload: Workload,
  figures: StreamFigures,
  process: ProcessFigures,
): Measurement {
  const { latency } = figures
  return {
    target,
    workload: workload.name,
    title: workload.title,
    connections: figures.connections,
    requestsPerSecond: figures.requestsPerSecond,
    rowsPerSecond: figures.rowsPerSecond,
    p50Ms: latency.p50Ms,
    p99Ms: latency.p99Ms,
    maxMs: latency.maxMs,
    errors: figures.errors,
    bodyBytes: figures.bodyBytes,
    ...process,
    generatorCpu: figures.generatorCpu,
  }
}

/** The round with the median throughput. */
export function medianRound(rounds: readonly Measurement[]): Measurement {
  const sorted = [...rounds].sort((a, b) => a.rowsPerSecond - b.rowsPerSecond)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  if (median === undefined) throw new Error('No rounds')
  return median
}

export function find(
  measurements: readonly Measurement[],
  target: Target,
  workload: string,
  connections: number,
): Measurement | undefined {
  return measurements.find(
    (one) => one.target === target && one.workload === workload && one.connections === connections,
  )
}
