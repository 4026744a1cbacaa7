import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { machineFacts } from '../report/machine.js'
import { folderMb, memoryOf, waitUntilIdle } from '../report/process-figures.js'
import { figure, textTable } from '../report/text-table.js'
import { orderMaker } from './documents/order.js'
import { prepareOrders } from './ingest/prepare-orders.js'
import { checkAnswers } from './queries/check-answers.js'
import { measureQueries, type QueryFigures } from './orders/measure-queries.js'
import { manualQueries } from './queries/manual-queries.js'
import { startSearchWorker } from './running/mixed-run.js'
import { OrderServer } from './server/order-server.js'

const TABLE = 'orders'
const SETTLE_SECONDS_MAX = 1_800
const MB = 1024 * 1024

interface OrdersOptions {
  readonly documents: number
  readonly data: string
  readonly runs: number
  readonly check: boolean
  readonly program: string | undefined
  readonly nodeArgs: readonly string[]
  readonly serverArgs: readonly string[]
  readonly out: string
}

function parseOrdersOptions(): OrdersOptions {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '100000000' },
      data: { type: 'string' },
      runs: { type: 'string', default: '50' },
      check: { type: 'boolean', default: false },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      out: { type: 'string', default: 'bench/results/orders.json' },
    },
  })
  const documents = positive('rows', values.rows)
  return {
    documents,
    data: values.data ?? `data-bench/orders-${documents}`,
    runs: positive('runs', values.runs),
    check: values.check,
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    out: values.out,
  }
}

/** Builds the orders and their index or resumes that, then runs the queries of the manual. */
async function main(): Promise<void> {
  const options = readOptions('bench:orders', 'bench/search.md', parseOrdersOptions)
  const server = await startRowhouse({ ...options, cpuProfile: undefined })
  const worker = startSearchWorker()
  try {
    const build = await prepareOrders(server, worker, options, TABLE, tell)
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX)
    const queries = await runQueries(options, server)
    const space = await spaceOf(options, server)
    printQueries(queries)
    printSpace(space)
    console.log(`\nIndex built at ${figure(build.rowsPerSecond)} rows/s`)
    mkdirSync(dirname(options.out), { recursive: true })
    const report = { machine: machineFacts(), options, build, space, queries }
    writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
    console.log(`Written to ${options.out}`)
  } finally {
    worker.close()
    await stopChildServer(server)
  }
}

async function runQueries(
  options: OrdersOptions,
  server: ChildServer,
): Promise<readonly QueryFigures[]> {
  const orders = new OrderServer(server.endpoint, TABLE)
  try {
    if (options.check) {
      const answers = await checkAnswers(orders, options.documents)
      tell(`${answers} answers agree with a look at every order`)
    }
    const queries = manualQueries(options, orderMaker(options))
    const statePath = `${options.data.replace(/\/+$/, '')}.queries.json`
    return await measureQueries(orders, queries, options.runs, statePath, tell)
  } finally {
    orders.close()
  }
}

function printQueries(queries: readonly QueryFigures[]): void {
  const rows = queries.map((query) => [
    query.name,
    figure(query.meanTotal),
    query.firstMs === undefined ? '' : figure(query.firstMs),
    figure(query.p50Ms),
    figure(query.p95Ms),
    figure(query.p99Ms),
    String(query.errors),
  ])
  const header = ['query', 'rows counted', 'first ms', 'p50 ms', 'p95 ms', 'p99 ms', 'errors']
  console.log(`\n${textTable(header, rows)}`)
}

function printSpace({
  diskMb,
  rssMb,
  peakMb,
  bytesPerOrder,
  indexBytesPerOrder,
}: OrdersSpace): void {
  const rows = [
    ['all files, MB', figure(diskMb)],
    ['all files, bytes an order', figure(bytesPerOrder)],
    ['index alone, bytes an order', figure(indexBytesPerOrder)],
    ['resident after the queries, MB', figure(rssMb)],
    ['resident at most since the server started, MB', figure(peakMb)],
  ]
  console.log(`\n${textTable(['space', 'measured'], rows)}`)
}

interface OrdersSpace {
  readonly diskMb: number
  readonly rssMb: number
  readonly peakMb: number
  readonly bytesPerOrder: number
  readonly indexBytesPerOrder: number
}

async function spaceOf(options: OrdersOptions, server: ChildServer): Promise<OrdersSpace> {
  const orders = new OrderServer(server.endpoint, TABLE)
  try {
    const { meteringInfo } = await orders.describeIndex()
    const diskMb = folderMb(options.data)
    return {
      ...memoryOf(server.pid),
      diskMb,
      bytesPerOrder: (diskMb * MB) / options.documents,
      indexBytesPerOrder: (meteringInfo?.storageSize ?? 0) / options.documents,
    }
  } finally {
    orders.close()
  }
}

function tell(text: string): void {
  process.stderr.write(`  ${text}\n`)
}

await main()
