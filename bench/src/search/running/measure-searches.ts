import type { ChildServer } from '../../peers/child-server.js'
import { cpuSecondsOf, memoryOf } from '../../report/process-figures.js'
import type { SearchBenchOptions } from '../options.js'
import type { SearchWorkload } from '../queries/search-workloads.js'
import type { SearchMeasurement } from '../report/print-search.js'
import type { SearchWorker } from './mixed-run.js'

/** Measures every kind of search alone, with one client and with several. */
export async function measureSearches(
  options: SearchBenchOptions,
  worker: SearchWorker,
  server: ChildServer,
  tableName: string,
  memory: SearchMeasurement['memory'],
  tell: (text: string) => void,
): Promise<SearchMeasurement[]> {
  const measurements: SearchMeasurement[] = []
  for (const workload of options.workloads) {
    for (const connections of options.connections) {
      const one = await measureOne(options, worker, server, tableName, workload, connections)
      tell(`${workload.title}, ${memory}, ${connections} clients: p50 ${one.p50Ms.toFixed(2)} ms`)
      measurements.push({ memory, ...one })
    }
  }
  return measurements
}

async function measureOne(
  { documents, warmUpSeconds, seconds }: SearchBenchOptions,
  worker: SearchWorker,
  server: ChildServer,
  tableName: string,
  workload: SearchWorkload,
  connections: number,
): Promise<Omit<SearchMeasurement, 'memory'>> {
  const { endpoint, pid } = server
  const streams = [{ workload: workload.name, connections, pauseMs: 0 }]
  const job = { endpoint, tableName, documents, warmUpSeconds, seconds, seed: 42, streams }
  const before = cpuSecondsOf(pid)
  const figures = await worker.run({ kind: 'search', job })
  const after = cpuSecondsOf(pid)
  const stream = 'streams' in figures ? figures.streams[0] : undefined
  if (stream === undefined) throw new Error('The worker answered without figures')
  return {
    name: workload.name,
    title: workload.title,
    goalMs: workload.goalMs,
    connections,
    perSecond: stream.requestsPerSecond,
    p50Ms: stream.latency.p50Ms,
    p99Ms: stream.latency.p99Ms,
    errors: stream.errors,
    cpuMs: before && after && ((after.all - before.all) * 1000) / Math.max(1, stream.replies),
    rssMb: memoryOf(pid).rssMb,
  }
}
