import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions } from './read-options.js'
import type { StreamFigures } from './load/run-load.js'
import type { LoadJob } from './load-job.js'
import { createBenchTable } from './loader/create-table.js'
import { loadRows } from './loader/load-rows.js'
import {
  type LoadState,
  type MillionFigures,
  readLoadState,
  writeLoadState,
} from './loader/load-state.js'
import { positive, words } from './options.js'
import { type ChildServer, stopChildServer } from './peers/child-server.js'
import { startRowhouse } from './peers/rowhouse-server.js'
import { WorkerProcess } from './peers/worker-process.js'
import { printLoadSummary, printMillion, printStore } from './report/print-load.js'
import { FolderWatch } from './report/folder-watch.js'
import { folderMb, memoryOf } from './report/process-figures.js'
import { storeFigures } from './report/store-figures.js'
import { LOADER_SHAPE, type RowShape, rowBytesOf } from './rows/row-shape.js'

const MILLION = 1_000_000
const SETTLING_SECONDS_MAX = 600
/** GetRow meanwhile: four connections with 50 requests a second each. */
const PROBE = { workload: 'get-row', connections: 4, pauseMs: 20, poolRequests: 5_000 } as const

type Prober = WorkerProcess<LoadJob, readonly StreamFigures[]>

interface LoadOptions {
  readonly rows: number
  readonly data: string
  readonly resume: boolean
  readonly connections: number
  readonly shape: RowShape
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
}

function parseLoadOptions(): LoadOptions {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '20000000' },
      data: { type: 'string', default: 'data-bench/load' },
      resume: { type: 'boolean', default: false },
      connections: { type: 'string', default: '4' },
      'column-bytes': { type: 'string', default: String(LOADER_SHAPE.columnBytes) },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
    },
  })
  const columnBytes = positive('column-bytes', values['column-bytes'])
  return {
    rows: positive('rows', values.rows),
    data: values.data,
    resume: values.resume,
    connections: positive('connections', values.connections),
    shape: { ...LOADER_SHAPE, columnBytes },
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
  }
}

/** The state to start from; an existing folder is only written to with --resume. */
function stateFor({ data, resume, shape }: LoadOptions): LoadState {
  const state = readLoadState(data)
  if (!resume) {
    if (!existsSync(data)) return { shape, loaded: 0, millions: [] }
    throw new Error(`${data} exists: go on with --resume, or name another folder with --data`)
  }
  if (state === undefined) throw new Error(`There is no load of ${data} to resume`)
  if (JSON.stringify(state.shape) !== JSON.stringify(shape)) {
    throw new Error(`${data} was loaded with --column-bytes ${state.shape.columnBytes}`)
  }
  return state
}

async function main(): Promise<void> {
  const options = readOptions('bench:load', 'bench/README.md', parseLoadOptions)
  let state = stateFor(options)
  const interrupted = new AbortController()
  process.once('SIGINT', () => interrupted.abort())
  process.once('SIGTERM', () => interrupted.abort())
  const server = await startRowhouse({ ...options, cpuProfile: undefined })
  const prober: Prober = new WorkerProcess('load-generator.js')
  const folder = new FolderWatch(join(options.data, 'store'))
  try {
    await createBenchTable(server.endpoint)
    while (state.loaded < options.rows && !interrupted.signal.aborted) {
      state = await loadMillion(options, server, prober, state, interrupted.signal)
      writeLoadState(options.data, state)
      const last = state.millions.at(-1)
      if (last !== undefined) printMillion(last)
    }
    printLoadSummary(state, memoryOf(server.pid).peakMb)
    if (!interrupted.signal.aborted) {
      const figures = await storeFigures(server.endpoint)
      const rowsMb = (state.loaded * rowBytesOf(options.shape)) / 2 ** 20
      const loadedMb = folder.look()
      const settledMb = await folder.settled(SETTLING_SECONDS_MAX)
      printStore({ figures, rowsMb, loadedMb, mostMb: folder.most, settledMb })
    }
  } finally {
    folder.close()
    prober.close()
    await stopChildServer(server)
  }
  if (state.loaded < options.rows) console.log(`Go on with: --data ${options.data} --resume`)
}

/** Loads up to the next whole million, or fewer when interrupted; then there are no figures. */
async function loadMillion(
  options: LoadOptions,
  server: ChildServer,
  prober: Prober,
  state: LoadState,
  interrupted: AbortSignal,
): Promise<LoadState> {
  const { endpoint } = server
  const { shape, connections } = options
  const from = state.loaded
  const to = Math.min(options.rows, (Math.floor(from / MILLION) + 1) * MILLION)
  const probing = prober.run({
    endpoint,
    dialect: 'tablestore',
    rows: Math.max(1, from),
    shape,
    warmUpSeconds: 0.1,
    seconds: Number.POSITIVE_INFINITY,
    seed: from,
    streams: [PROBE],
  })
  // An interrupt ends the server too and with it the probe, so only the load's error is reported.
  const probed = probing.catch(() => [])
  let loaded = from
  const startedAt = performance.now()
  const onLoaded = (rows: number): void => {
    loaded = rows
  }
  const stopped = (): boolean => interrupted.aborted
  try {
    await loadRows({ endpoint, shape, from, to, connections, onLoaded, stopped })
  } catch (error) {
    if (!interrupted.aborted) throw error
  }
  const seconds = (performance.now() - startedAt) / 1000
  prober.stopJob()
  const [probe] = await probed
  if (loaded < to || probe === undefined) return { ...state, loaded }
  const million: MillionFigures = {
    rows: loaded,
    rowsPerSecond: (to - from) / seconds,
    getRowP50Ms: probe.latency.p50Ms,
    getRowP99Ms: probe.latency.p99Ms,
    getRowMaxMs: probe.latency.maxMs,
    rssMb: memoryOf(server.pid).rssMb,
    diskMb: folderMb(options.data),
  }
  return { ...state, loaded, millions: [...state.millions, million] }
}

await main()
