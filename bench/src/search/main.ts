import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readOptions } from '../read-options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { machineFacts } from '../report/machine.js'
import { folderMb, memoryOf, waitUntilIdle } from '../report/process-figures.js'
import { type DrainFigures, measureDrain } from './ingest/measure-drain.js'
import { type BuildFigures, type IngestFigures, measureIngest } from './ingest/measure-ingest.js'
import { meanRowDataBytes, prepareOrders } from './ingest/prepare-orders.js'
import { parseSearchOptions, type SearchBenchOptions } from './options.js'
import { measurePeers } from './peers/measure-peers.js'
import type { PeerFigures } from './peers/peer-figures.js'
import { checkAnswers } from './queries/check-answers.js'
import { answersOfRowhouse, type SearchAnswers } from './queries/search-answers.js'
import {
  ingestTable,
  measurementTable,
  mixedTable,
  pagingTable,
  type SearchMeasurement,
  type SpaceFigures,
  type StoreFigures,
  spaceTable,
  storesTable,
} from './report/print-search.js'
import { measureSearches } from './running/measure-searches.js'
import {
  measureMixedRun,
  type MixedRunFigures,
  type SearchWorker,
  startSearchWorker,
} from './running/mixed-run.js'
import { type PagingFigures, pageThrough } from './running/page-through.js'
import { ALL_COLUMNS, KEYS_ALONE, OrderServer } from './server/order-server.js'

const TABLE = 'orders'
const UPDATE_SHARES = [0, 0.1, 0.5]
const DRAINED_UPDATE_SHARES = [0, 0.5]
const SETTLE_SECONDS_MAX = 600
const PAGED_ROWS = 100_000
const MB = 1024 * 1024

interface Report {
  ingest: readonly IngestFigures[]
  drains: readonly DrainFigures[]
  build: BuildFigures | undefined
  space: SpaceFigures | undefined
  measurements: readonly SearchMeasurement[]
  paging: readonly PagingFigures[]
  mixed: MixedRunFigures | undefined
  answers: SearchAnswers
  peers: readonly PeerFigures[]
}

async function main(): Promise<void> {
  const options = readOptions('bench:search', 'bench/search.md', parseSearchOptions)
  const worker = startSearchWorker()
  const report: Report = {
    ingest: [],
    drains: [],
    build: undefined,
    space: undefined,
    measurements: [],
    paging: [],
    mixed: undefined,
    answers: {},
    peers: [],
  }
  try {
    if (!options.skips.has('ingest')) report.ingest = await measureIngests(options, worker)
    if (!options.skips.has('drain')) report.drains = await measureDrains(options)
    await measureServed(options, worker, report)
    report.peers = await measurePeers(options, PAGED_ROWS, report.answers, tell)
  } finally {
    worker.close()
    print(report, options)
    mkdirSync(dirname(options.out), { recursive: true })
    const facts = { machine: machineFacts(), options, ...report }
    writeFileSync(options.out, `${JSON.stringify(facts, undefined, 2)}\n`)
    console.log(`Written to ${options.out}`)
  }
}

/** Each share of updates has its own folder, so that none pays for the merges of another. */
async function measureIngests(
  options: SearchBenchOptions,
  worker: SearchWorker,
): Promise<IngestFigures[]> {
  const figures: IngestFigures[] = []
  for (const updateShare of UPDATE_SHARES) {
    const data = `${options.data}.ingest`
    rmSync(data, { recursive: true, force: true })
    const server = await start(options, data, options.searchMemoryMb[0])
    try {
      tell(`ingest, ${updateShare * 100} % updates`)
      const target = { ...server, documents: options.ingestRows }
      const plan = { tableName: TABLE, from: 0, writes: options.ingestRows, updateShare }
      figures.push(await measureIngest(target, worker, plan))
    } finally {
      await stopChildServer(server)
      rmSync(data, { recursive: true, force: true })
    }
  }
  return figures
}

/** Each has its own folder here, too. */
async function measureDrains(options: SearchBenchOptions): Promise<DrainFigures[]> {
  const figures: DrainFigures[] = []
  const data = `${options.data}.drain`
  for (const updateShare of DRAINED_UPDATE_SHARES) {
    rmSync(data, { recursive: true, force: true })
    try {
      tell(`draining a filled log, ${updateShare * 100} % updates`)
      const plan = { tableName: TABLE, from: 0, writes: options.ingestRows, updateShare }
      const startServer = () => start(options, data, options.searchMemoryMb[0])
      figures.push(await measureDrain(startServer, data, plan))
    } finally {
      rmSync(data, { recursive: true, force: true })
    }
  }
  return figures
}

/** Builds or reuses the large table, searches it all in memory, then with a quarter of the memory. */
async function measureServed(
  options: SearchBenchOptions,
  worker: SearchWorker,
  report: Report,
): Promise<void> {
  const server = await start(options, options.data, options.searchMemoryMb[0])
  let indexMb = 0
  try {
    report.build = await prepareOrders(server, worker, options, TABLE, tell)
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX, options.cpuProfile !== undefined)
    report.space = await measureSpace(options, server)
    indexMb = (report.space.indexBytesPerDocument * options.documents) / MB
    await measureResident(options, worker, server, report)
  } finally {
    await stopChildServer(server)
  }
  if (options.skips.has('quarter')) return
  const small = await start(options, options.data, Math.max(64, Math.round(indexMb / 4)))
  try {
    const quarter = await measureSearches(options, worker, small, TABLE, 'quarter', tell)
    report.measurements = [...report.measurements, ...quarter]
  } finally {
    await stopChildServer(small)
  }
}

async function measureResident(
  options: SearchBenchOptions,
  worker: SearchWorker,
  server: ChildServer,
  report: Report,
): Promise<void> {
  const { skips, documents, seconds, warmUpSeconds } = options
  const orders = new OrderServer(server.endpoint, TABLE)
  try {
    if (!skips.has('check')) {
      tell(`${await checkAnswers(orders, documents)} answers agree with a look at every order`)
      report.answers = await answersOfRowhouse(orders, options.workloads)
    }
    if (!skips.has('queries')) {
      report.measurements = await measureSearches(options, worker, server, TABLE, 'resident', tell)
    }
    const { rssMb, peakMb } = memoryOf(server.pid)
    if (report.space !== undefined) report.space = { ...report.space, rssMb, peakRssMb: peakMb }
    if (!skips.has('paging')) {
      tell('paging by token')
      report.paging = [
        await pageThrough(orders, 1_000, PAGED_ROWS, KEYS_ALONE),
        await pageThrough(orders, 100, PAGED_ROWS, ALL_COLUMNS),
      ]
    }
  } finally {
    orders.close()
  }
  if (skips.has('mixed')) return
  tell('mixed run')
  const job = { endpoint: server.endpoint, tableName: TABLE, documents, warmUpSeconds, seed: 43 }
  report.mixed = await measureMixedRun({ ...job, seconds: seconds * 2 }, worker)
}

async function measureSpace(
  options: SearchBenchOptions,
  server: ChildServer,
): Promise<SpaceFigures> {
  const orders = new OrderServer(server.endpoint, TABLE)
  const { meteringInfo } = await orders.describeIndex()
  orders.close()
  const { rssMb, peakMb } = memoryOf(server.pid)
  return {
    rowDataBytesPerDocument: meanRowDataBytes(options.documents),
    indexBytesPerDocument: (meteringInfo?.storageSize ?? 0) / options.documents,
    diskMb: folderMb(options.data),
    rssMb,
    peakRssMb: peakMb,
  }
}

function start(
  options: SearchBenchOptions,
  data: string,
  memoryMb: number | undefined,
): Promise<ChildServer> {
  const memory = memoryMb === undefined ? [] : [options.searchMemoryOption, `${memoryMb}MB`]
  const serverArgs = [...options.serverArgs, ...memory]
  return startRowhouse({ ...options, data, serverArgs })
}

function print(report: Report, { documents }: SearchBenchOptions): void {
  const { build, space, mixed, peers } = report
  const tables = [
    ingestTable(report.ingest, report.drains, build),
    space === undefined ? undefined : spaceTable(space),
    space === undefined ? undefined : storesTable(ownStore(report, space, documents), peers),
    measurementTable(report.measurements, peers),
    pagingTable(report.paging, peers),
    mixed === undefined ? undefined : mixedTable(mixed),
  ]
  for (const table of tables) if (table !== undefined) console.log(`\n${table}`)
}

/** Peers load rows and indexes together, so the figure is that of a table with an index. */
function ownStore({ ingest }: Report, space: SpaceFigures, documents: number): StoreFigures {
  const { diskMb, rssMb, peakRssMb } = space
  const documentsPerSecond = ingest.find(({ updateShare }) => updateShare === 0)?.indexedPerSecond
  const bytesPerDocument = (diskMb * MB) / documents
  return { name: 'Rowhouse', documentsPerSecond, bytesPerDocument, rssMb, peakRssMb }
}

function tell(text: string): void {
  process.stderr.write(`  ${text}\n`)
}

await main()
