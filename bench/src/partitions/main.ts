import { cpSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import type { StreamFigures } from '../load/run-load.js'
import type { LoadJob } from '../load-job.js'
import { ensureLoaded, refuseForeignFolder } from '../loader/ensure-loaded.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { WorkerProcess } from '../peers/worker-process.js'
import { cpuSecondsOf, waitUntilIdle } from '../report/process-figures.js'
import { figure, textTable } from '../report/text-table.js'
import { LOADER_SHAPE } from '../rows/row-shape.js'
import type { WorkloadName } from '../workloads/workload.js'
import { waitForPartitions } from './count-partitions.js'

/** Options under which no partition splits. */
const NO_SPLITS = ['--partition-bytes', '1024G', '--partition-hot-units', '1000000000']
const WORKLOADS: readonly WorkloadName[] = ['put-row', 'get-row', 'batch-write-row']
const SETTLE_SECONDS_MAX = 60
/** The bytes of a loader's row in the store. */
const BYTES_PER_ROW = 340
/** A factor so that halving ends at the wanted number and not at half or twice of it. */
const MIDDLE_OF_A_DOUBLING = 1.2

interface Options {
  readonly rows: number
  readonly data: string
  readonly seconds: number
  readonly rounds: number
  readonly connections: number
  /** The number of partitions to split to while clients write. */
  readonly partitions: number
  /** The number of partitions to compare with one. */
  readonly many: number
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
}

type Generator = WorkerProcess<LoadJob, readonly StreamFigures[]>

interface Throughput {
  readonly rowsPerSecond: number
  /** Processor time of the server, all threads. */
  readonly cpuMicrosPerRow: number
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      data: { type: 'string' },
      seconds: { type: 'string', default: '15' },
      rounds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '64' },
      partitions: { type: 'string', default: '64' },
      many: { type: 'string', default: '1000' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
    },
  })
  const rows = positive('rows', values.rows)
  return {
    rows,
    data: values.data ?? `data-bench/partitions-${rows}`,
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    connections: positive('connections', values.connections),
    partitions: positive('partitions', values.partitions),
    many: positive('many', values.many),
    program: values.program,
    nodeArgs: words(values['node-args']),
  }
}

async function main(): Promise<void> {
  const options = readOptions('bench:partitions', 'bench/partitions.md', parseOptions)
  const { data, rows } = options
  const work = `${data}-work`
  refuseForeignFolder(data)
  await withServer(options, data, NO_SPLITS, async ({ endpoint, pid }) => {
    await ensureLoaded(endpoint, data, rows, LOADER_SHAPE)
    await waitUntilIdle(pid, SETTLE_SECONDS_MAX)
  })
  rmSync(work, { recursive: true, force: true })
  cpSync(data, work, { recursive: true })
  const generator: Generator = new WorkerProcess('load-generator.js')
  try {
    await compareSplitting(options, generator, work)
    await splitTo(options, work, options.many)
    await compareThroughput(options, generator, work)
  } finally {
    generator.close()
    rmSync(work, { recursive: true, force: true })
  }
}

/** (a) Compares writes to a table that splits with writes to one that does not. */
async function compareSplitting(
  options: Options,
  generator: Generator,
  work: string,
): Promise<void> {
  const { data, partitions } = options
  const alone = await withServer(options, data, NO_SPLITS, (server) =>
    generator.run(jobOf(options, server, 'put-row', options.seconds)),
  )
  const args = splittingAt(options.rows, partitions)
  let count = 0
  const splitting = await withServer(options, work, args, async (server) => {
    const writing = generator.run(jobOf(options, server, 'put-row', Number.POSITIVE_INFINITY))
    count = await waitForPartitions(server.endpoint, partitions, options.seconds * 4)
    generator.stopJob()
    return writing
  })
  const lines = [
    ['one partition', alone],
    [`splitting to ${count}`, splitting],
  ] as const
  const table = lines.flatMap(([name, [put]]) =>
    put === undefined
      ? []
      : [[name, put.seconds, put.requestsPerSecond, put.latency, refusedOf(put)] as const],
  )
  console.log(`PutRow from ${options.connections} clients over ${figure(options.rows)} rows:\n`)
  console.log(
    textTable(
      ['table', 'seconds', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'refused'],
      table.map(([name, seconds, rate, { p50Ms, p99Ms, maxMs }, refused]) => [
        name,
        seconds.toFixed(0),
        figure(rate),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        maxMs.toFixed(1),
        String(refused),
      ]),
    ),
  )
}

/** Splits until there are so many partitions. */
async function splitTo(options: Options, work: string, wanted: number): Promise<void> {
  const args = splittingAt(options.rows, wanted)
  const count = await withServer(options, work, args, ({ endpoint }) =>
    waitForPartitions(endpoint, wanted, 300),
  )
  console.log(`\n${count} partitions beside one, the better of ${options.rounds} rounds each:\n`)
}

/** (b) Compares the same work on many partitions and on one. */
async function compareThroughput(
  options: Options,
  generator: Generator,
  work: string,
): Promise<void> {
  const table: string[][] = []
  for (const workload of WORKLOADS) {
    const [one, many] = [emptyFigures(), emptyFigures()]
    for (let round = 0; round < options.rounds; round++) {
      one.push(await throughputOf(options, generator, options.data, workload))
      many.push(await throughputOf(options, generator, work, workload))
    }
    const [ofOne, ofMany] = [bestOf(one), bestOf(many)]
    table.push([
      workload,
      figure(ofOne.rowsPerSecond),
      figure(ofMany.rowsPerSecond),
      (ofMany.rowsPerSecond / ofOne.rowsPerSecond).toFixed(2),
      ofOne.cpuMicrosPerRow.toFixed(1),
      ofMany.cpuMicrosPerRow.toFixed(1),
    ])
  }
  const header = ['workload', 'rows/s, one', 'rows/s, many', 'of one', 'cpu us/row, one', 'many']
  console.log(textTable(header, table))
}

const emptyFigures = (): Throughput[] => []

/** The best round: other work on the machine only makes rounds slower. */
const bestOf = (rounds: readonly Throughput[]): Throughput => ({
  rowsPerSecond: Math.max(...rounds.map(({ rowsPerSecond }) => rowsPerSecond)),
  cpuMicrosPerRow: Math.min(...rounds.map(({ cpuMicrosPerRow }) => cpuMicrosPerRow)),
})

const throughputOf = (
  options: Options,
  generator: Generator,
  folder: string,
  workload: WorkloadName,
): Promise<Throughput> =>
  withServer(options, folder, NO_SPLITS, async (server) => {
    // After a start, the server measures all partitions once.
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX)
    const before = cpuSecondsOf(server.pid)
    const [figures] = await generator.run(jobOf(options, server, workload, options.seconds))
    const after = cpuSecondsOf(server.pid)
    if (figures === undefined) throw new Error('The load generator answered without figures')
    const cpu = (after?.all ?? 0) - (before?.all ?? 0)
    const rowsPerReply = figures.rowsPerSecond / figures.requestsPerSecond
    return {
      rowsPerSecond: figures.rowsPerSecond,
      cpuMicrosPerRow: (cpu * 1e6) / (figures.replies * rowsPerReply),
    }
  })

async function withServer<Result>(
  { program, nodeArgs }: Options,
  data: string,
  serverArgs: readonly string[],
  work: (server: ChildServer) => Promise<Result>,
): Promise<Result> {
  const options = { program, nodeArgs, data, serverArgs, cpuProfile: undefined }
  const server = await startRowhouse(options)
  try {
    return await work(server)
  } finally {
    await stopChildServer(server)
  }
}

const splittingAt = (rows: number, partitions: number): string[] => {
  const bytes = Math.round((rows * BYTES_PER_ROW * MIDDLE_OF_A_DOUBLING) / partitions)
  return ['--partition-bytes', String(bytes), '--partition-hot-units', '1000000000']
}

const jobOf = (
  { rows, connections }: Options,
  { endpoint }: ChildServer,
  workload: WorkloadName,
  seconds: number,
): LoadJob => ({
  endpoint,
  dialect: 'tablestore',
  rows,
  shape: LOADER_SHAPE,
  warmUpSeconds: 0.5,
  seconds,
  seed: 42,
  streams: [{ workload, connections, pauseMs: 0 }],
})

const refusedOf = ({ errors }: StreamFigures): number =>
  Object.values(errors).reduce((sum, count) => sum + count, 0)

await main()
