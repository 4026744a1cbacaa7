import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { LatencyHistogram } from '../load/latency-histogram.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { machineFacts } from '../report/machine.js'
import { folderMb, memoryOf, waitUntilIdle } from '../report/process-figures.js'
import { figure, textTable } from '../report/text-table.js'
import { seededRandom } from '../rows/random.js'
import { orderMaker } from './documents/order.js'
import { prepareOrders } from './ingest/prepare-orders.js'
import { checkAnswers } from './queries/check-answers.js'
import { type ManualQuery, manualQueries } from './queries/manual-queries.js'
import { startSearchWorker } from './running/mixed-run.js'
import { ALL_COLUMNS, OrderServer } from './server/order-server.js'

const TABLE = 'orders'
const SETTLE_SECONDS_MAX = 1_800

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

interface QueryFigures {
  readonly name: string
  readonly firstMs: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly meanTotal: number
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

/** Builds or goes on building the orders and their index, then asks what the manual asks. */
async function main(): Promise<void> {
  const options = parseOrdersOptions()
  const server = await startRowhouse({ ...options, cpuProfile: undefined })
  const worker = startSearchWorker()
  try {
    const build = await prepareOrders(server, worker, options, TABLE, tell)
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX)
    const queries = await runQueries(options, server)
    const { rssMb, peakMb } = memoryOf(server.pid)
    const space = { diskMb: folderMb(options.data), rssMb, peakMb }
    printQueries(queries)
    console.log(
      `\nIndex built at ${figure(build.rowsPerSecond)} rows/s; ` +
        `${figure(space.diskMb)} MB on disk, ${figure(rssMb)} MB resident, ${figure(peakMb)} at most`,
    )
    mkdirSync(dirname(options.out), { recursive: true })
    const report = { machine: machineFacts(), options, build, space, queries }
    writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
    console.log(`Written to ${options.out}`)
  } finally {
    worker.close()
    await stopChildServer(server)
  }
}

async function runQueries(options: OrdersOptions, server: ChildServer): Promise<QueryFigures[]> {
  const orders = new OrderServer(server.endpoint, TABLE)
  try {
    if (options.check) {
      const answers = await checkAnswers(orders, options.documents)
      tell(`${answers} answers agree with a look at every order`)
    }
    const figures: QueryFigures[] = []
    for (const query of manualQueries(options, orderMaker(options))) {
      figures.push(await runQuery(orders, query, options.runs))
    }
    return figures
  } finally {
    orders.close()
  }
}

/** The first run is told apart: it may find nothing of the index in memory. */
async function runQuery(
  orders: OrderServer,
  { name, make }: ManualQuery,
  runs: number,
): Promise<QueryFigures> {
  tell(name)
  const random = seededRandom(11)
  const histogram = new LatencyHistogram()
  let firstMs = 0
  let total = 0
  for (let run = 0; run <= runs; run += 1) {
    const query = make(random)
    const startedAt = performance.now()
    const reply = await orders.search(query, ALL_COLUMNS)
    const ms = performance.now() - startedAt
    if (run === 0) firstMs = ms
    else histogram.record(ms)
    total += Math.max(0, reply.totalHits)
  }
  const { p50Ms, p99Ms } = histogram.summary()
  return { name, firstMs, p50Ms, p99Ms, meanTotal: total / (runs + 1) }
}

function printQueries(queries: readonly QueryFigures[]): void {
  const rows = queries.map((query) => [
    query.name,
    figure(query.meanTotal),
    figure(query.firstMs),
    figure(query.p50Ms),
    figure(query.p99Ms),
  ])
  console.log(`\n${textTable(['query', 'rows counted', 'first ms', 'p50 ms', 'p99 ms'], rows)}`)
}

function tell(text: string): void {
  process.stderr.write(`  ${text}\n`)
}

await main()
