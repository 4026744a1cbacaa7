import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import type { StreamFigures } from '../load/run-load.js'
import type { LoadJob, StreamJob } from '../load-job.js'
import { ensureLoaded } from '../loader/ensure-loaded.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { WorkerProcess } from '../peers/worker-process.js'
import { machineFacts } from '../report/machine.js'
import { waitUntilIdle } from '../report/process-figures.js'
import { figure, textTable } from '../report/text-table.js'
import { PUBLISHED_SHAPE } from '../rows/row-shape.js'
import { askHeld, type HeldFigures } from './held-figures.js'

const STORES = {
  lsm: ['--store=lsm'],
  rocksdb: ['--store=rocksdb'],
  memory: ['--ephemeral'],
} as const
const SETTLE_SECONDS_MAX = 60
const GET_ROW: StreamJob = { workload: 'get-row', connections: 1, pauseMs: 0 }

type Generator = WorkerProcess<LoadJob, readonly StreamFigures[]>

interface Options {
  readonly rows: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly rounds: number
  readonly readers: number
  readonly program: string | undefined
  /** Of `STORES`. */
  readonly stores: readonly string[]
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
  readonly cpuProfile: string | undefined
  readonly out: string
}

interface Round {
  readonly store: string
  readonly beside: string
  readonly getRow: StreamFigures
  readonly ranges: StreamFigures | undefined
  readonly held: HeldFigures
}

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '8' },
      'warm-up': { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      readers: { type: 'string', default: '4' },
      program: { type: 'string' },
      stores: { type: 'string', default: Object.keys(STORES).join(' ') },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
      out: { type: 'string', default: 'bench/results/beside.json' },
    },
  })
  return {
    rows: positive('rows', values.rows),
    seconds: positive('seconds', values.seconds),
    warmUpSeconds: positive('warm-up', values['warm-up']),
    rounds: positive('rounds', values.rounds),
    readers: positive('readers', values.readers),
    program: values.program,
    stores: words(values.stores),
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
    out: values.out,
  }
}

/** Measures GetRow on one connection, alone and beside readers of the largest pages, on each store. */
async function main(): Promise<void> {
  const options = readOptions('bench:beside', 'bench/beside.md', parseOptions)
  const rounds: Round[] = []
  const generator: Generator = new WorkerProcess('load-generator.js')
  try {
    for (const [store, storeArgs] of Object.entries(STORES)) {
      if (!options.stores.includes(store)) continue
      await withServer(options, storeArgs, async (server) => {
        for (let round = 0; round < options.rounds; round++)
          rounds.push(...(await measure(options, store, server, generator)))
      })
    }
  } finally {
    generator.close()
  }
  console.log(besideTable(rounds))
  mkdirSync(dirname(options.out), { recursive: true })
  const report = { machine: machineFacts(), options, rounds }
  writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${options.out}`)
}

async function withServer(
  options: Options,
  storeArgs: readonly string[],
  work: (server: ChildServer) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-beside-'))
  const data = join(folder, 'data')
  const serverArgs = [...options.serverArgs, ...storeArgs]
  const server = await startRowhouse({ ...options, data, serverArgs, isWatched: true })
  try {
    await ensureLoaded(server.endpoint, data, options.rows, PUBLISHED_SHAPE)
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX, options.cpuProfile !== undefined)
    await work(server)
  } finally {
    await stopChildServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  options: Options,
  store: string,
  server: ChildServer,
  generator: Generator,
): Promise<readonly Round[]> {
  const rounds: Round[] = []
  const pages: StreamJob = { workload: 'get-range-5000', connections: options.readers, pauseMs: 0 }
  for (const streams of [[GET_ROW], [GET_ROW, pages]]) {
    await askHeld(server)
    const [getRow, ranges] = await generator.run(jobOf(options, server, streams))
    if (getRow === undefined) throw new Error('The load generator answered without figures')
    const beside = ranges === undefined ? 'nothing' : `${options.readers} readers`
    rounds.push({ store, beside, getRow, ranges, held: await askHeld(server) })
  }
  return rounds
}

function jobOf(
  { rows, warmUpSeconds, seconds }: Options,
  { endpoint }: ChildServer,
  streams: readonly StreamJob[],
): LoadJob {
  const shape = PUBLISHED_SHAPE
  return { endpoint, dialect: 'tablestore', rows, shape, warmUpSeconds, seconds, seed: 42, streams }
}

function besideTable(rounds: readonly Round[]): string {
  const header = ['store', 'beside', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'rows/s']
  const ofThread = ['held p99', 'p99.9', 'max', 'worked p99', 'p99.9', 'max', 'gc p50', 'max']
  return textTable(
    [...header, ...ofThread],
    rounds.map(({ store, beside, getRow, ranges, held: { held, worked, collections } }) => [
      store,
      beside,
      figure(getRow.requestsPerSecond),
      ...[getRow.latency.p50Ms, getRow.latency.p99Ms, getRow.latency.maxMs].map(figure),
      figure(ranges?.rowsPerSecond ?? 0),
      ...[held.p99Ms, held.p999Ms, held.maxMs].map(figure),
      ...[worked.p99Ms, worked.p999Ms, worked.maxMs].map(figure),
      ...[collections.p50Ms, collections.maxMs].map(figure),
    ]),
  )
}

await main()
