import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { readOptions } from '../read-options.js'
import type { StreamFigures } from '../load/run-load.js'
import type { LoadJob, RequestMaking } from '../load-job.js'
import { ensureLoaded } from '../loader/ensure-loaded.js'
import { positive, words } from '../options.js'
import { type ChildServer, startChildServer, stopChildServer } from '../peers/child-server.js'
import { CREDENTIALS } from '../peers/credentials.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import type { SdkFigures, SdkJob } from '../peers/sdk-client.js'
import { WorkerProcess } from '../peers/worker-process.js'
import { machineFacts } from '../report/machine.js'
import { waitUntilIdle } from '../report/process-figures.js'
import { LOADER_SHAPE, PUBLISHED_SHAPE, type RowShape } from '../rows/row-shape.js'
import type { ClientFigures, ClientJob } from './client-job.js'
import { type ClientRound, printClientReport } from './client-report.js'
import { recordPages } from './record-pages.js'

const SETTLE_SECONDS_MAX = 60
const CALLS_AT_ONCE = 64
/** Enough to keep a server busy, and few enough for one program. */
const WRITES_AT_ONCE = 16
/** Requests in flight to a sink: one is encoded while the sink reads the other. */
const SINK_WRITES_AT_ONCE = 2
const RECORDED_PAGES = 20

interface Options {
  readonly rows: number
  readonly seconds: number
  readonly rounds: number
  readonly only: ReadonlySet<string>
  readonly program: string | undefined
  readonly serverArgs: readonly string[]
  readonly cpuProfile: string | undefined
  readonly out: string
}

const PARTS = ['get-row', 'sink', 'write', 'read-range']

function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '3' },
      only: { type: 'string', default: PARTS.join(',') },
      program: { type: 'string' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
      out: { type: 'string', default: 'bench/results/client.json' },
    },
  })
  const only = values.only.split(',')
  const unknown = only.find((part) => !PARTS.includes(part))
  if (unknown !== undefined) throw new Error(`--only takes ${PARTS.join(', ')}, not "${unknown}"`)
  return {
    rows: positive('rows', values.rows),
    seconds: positive('seconds', values.seconds),
    rounds: positive('rounds', values.rounds),
    only: new Set(only),
    program: values.program,
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
    out: values.out,
  }
}

/** Compares our client with the official SDK and the load generator, each in its own process. */
async function main(): Promise<void> {
  const options = readOptions('bench:client', 'bench/client.md', parseOptions)
  const rounds: ClientRound[] = []
  const part = async (name: string, measure: () => Promise<ClientRound[]>): Promise<void> => {
    if (options.only.has(name)) rounds.push(...(await measure()))
  }
  const shape = LOADER_SHAPE
  await part('get-row', () =>
    withServer(options, PUBLISHED_SHAPE, (server) => measureGetRow(options, server)),
  )
  await part('sink', () => measureSink(options))
  await part('write', () => withServer(options, shape, (server) => measureWrites(options, server)))
  await part('read-range', () =>
    withServer(options, shape, (server) => measureReadRange(options, server)),
  )
  printClientReport(rounds)
  mkdirSync(dirname(options.out), { recursive: true })
  const report = {
    machine: machineFacts(),
    options: { ...options, only: [...options.only] },
    rounds,
  }
  writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
  console.log(`Written to ${options.out}`)
}

async function withServer<Result>(
  options: Options,
  shape: RowShape,
  work: (server: ChildServer) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhouse-client-'))
  const data = join(folder, 'data')
  const server = await startRowhouse({ ...options, data, nodeArgs: [], cpuProfile: undefined })
  try {
    await ensureLoaded(server.endpoint, data, options.rows, shape)
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX)
    return await work(server)
  } finally {
    await stopChildServer(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

const urlOf = ({ endpoint: { host, port } }: ChildServer): string => `http://${host}:${port}`

async function runClient(options: Options, job: ClientJob): Promise<ClientFigures> {
  const { cpuProfile } = options
  const profile =
    cpuProfile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${join(cpuProfile, job.kind)}`]
  const worker = new WorkerProcess<ClientJob, ClientFigures>('client/client-process.js', profile)
  try {
    return await worker.run(job)
  } finally {
    worker.close()
  }
}

async function inRounds(
  { rounds }: Options,
  measures: Readonly<Record<string, () => Promise<ClientFigures>>>,
): Promise<ClientRound[]> {
  const found: ClientRound[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      process.stderr.write(`  ${name} … `)
      const figures = await measure()
      process.stderr.write(`${Math.round(figures.perSecond)}/s\n`)
      found.push({ name, ...figures })
    }
  }
  return found
}

function measureGetRow(options: Options, server: ChildServer): Promise<ClientRound[]> {
  const { rows, seconds } = options
  const asked = { rows, seconds, shape: PUBLISHED_SHAPE, callsAtOnce: CALLS_AT_ONCE }
  const endpoint = urlOf(server)
  return inRounds(options, {
    'GetRow, ours': () => runClient(options, { kind: 'get-row', endpoint, ...asked }),
    'GetRow, official SDK': () =>
      runSdk({ ...CREDENTIALS, ...asked, endpoint, workload: 'get-row' }),
  })
}

async function runSdk(job: SdkJob): Promise<ClientFigures> {
  const worker = new WorkerProcess<SdkJob, SdkFigures>('peers/sdk-client.js')
  try {
    const { callsPerSecond, cpuMsPerCall } = await worker.run(job)
    return { perSecond: callsPerSecond, cpuMicros: cpuMsPerCall * 1000 }
  } finally {
    worker.close()
  }
}

const writeJob = { kind: 'write', shape: LOADER_SHAPE } as const

async function measureSink(options: Options): Promise<ClientRound[]> {
  const { rows, seconds } = options
  const file = fileURLToPath(new URL('./sink-server.js', import.meta.url))
  const sink = await startChildServer([file], { channel: true })
  const endpoint = urlOf(sink)
  const at = { endpoint, rows, seconds, requestsAtOnce: SINK_WRITES_AT_ONCE }
  try {
    return await inRounds(options, {
      'rows to a sink, writeMany': () => runClient(options, { ...writeJob, ...at, by: 'batches' }),
    })
  } finally {
    await stopChildServer(sink)
  }
}

function measureWrites(options: Options, server: ChildServer): Promise<ClientRound[]> {
  const { rows, seconds } = options
  const at = { endpoint: urlOf(server), rows, seconds, requestsAtOnce: WRITES_AT_ONCE }
  return inRounds(options, {
    'rows written, recorded requests': () => runGenerator(options, server, 'recorded'),
    'rows written, filled requests': () => runGenerator(options, server, 'filled'),
    'rows written, encoded requests': () => runGenerator(options, server, 'encoded'),
    'rows written, writeMany': () => runClient(options, { ...writeJob, ...at, by: 'batches' }),
    'rows written, bulk writer': () =>
      runClient(options, { ...writeJob, ...at, by: 'bulk-writer' }),
  })
}

async function runGenerator(
  { rows, seconds }: Options,
  { endpoint }: ChildServer,
  made: RequestMaking,
): Promise<ClientFigures> {
  const generator = new WorkerProcess<LoadJob, readonly StreamFigures[]>('load-generator.js')
  try {
    const [figures] = await generator.run({
      endpoint,
      rows,
      seconds,
      dialect: 'tablestore',
      shape: LOADER_SHAPE,
      warmUpSeconds: 1,
      seed: 42,
      streams: [{ workload: 'batch-write-row', connections: WRITES_AT_ONCE, pauseMs: 0, made }],
    })
    if (figures === undefined) throw new Error('The load generator answered without figures')
    const { rowsPerSecond, generatorCpu } = figures
    return { perSecond: rowsPerSecond, cpuMicros: (generatorCpu * 1e6) / rowsPerSecond }
  } finally {
    generator.close()
  }
}

async function measureReadRange(options: Options, server: ChildServer): Promise<ClientRound[]> {
  const pages = await recordPages(server.endpoint, RECORDED_PAGES)
  const { seconds } = options
  return inRounds(options, {
    'rows of recorded pages': () =>
      runClient(options, { kind: 'read-range', pages, shape: LOADER_SHAPE, seconds }),
  })
}

await main()
