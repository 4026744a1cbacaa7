import { parseArgs } from 'node:util'
import { nodeFiles, systemClock } from '@rowhouse/platform'
import {
  compileIndexLayout,
  openEmbeddedSearchEngine,
  type RowImage,
  type SearchEngine,
} from '@rowhouse/search-engine'
import { readOptions } from '../read-options.js'
import { positive } from '../options.js'
import { figure, textTable } from '../report/text-table.js'
import { seededRandom } from '../rows/random.js'
import { ORDER_SCHEMA } from './documents/order-index.js'
import { type OrderMaker, orderMaker } from './documents/order.js'
import { KEY_COLUMN, orderCells, orderKey } from './documents/order-row.js'
import { cpuMs, engineFolder } from './linked-index.js'
import {
  pagedSearch,
  SEARCH_WORKLOADS,
  type SearchWorkload,
  searchWorkloadNamed,
} from './queries/search-workloads.js'

const INDEX = 65_537
const BATCH = 1_000
const TIMEOUT_MS = 60_000
/** A name beside those of the searches. */
const PAGING = 'paging'
const PAGES = 100
const PAGE_ROWS = 1_000
const MB = 1_048_576

/**
 * Measures the search engine alone, without server, protocol and disk waits, to see what a change costs or
 * saves. It measures CPU time, which is the same on busy and idle machines.
 */
async function main(): Promise<void> {
  const { values } = readOptions('bench:search-engine', 'bench/search.md', (args) =>
    parseArgs({
      args,
      options: {
        documents: { type: 'string', default: '200000' },
        threads: { type: 'string', default: '0' },
        seconds: { type: 'string', default: '2' },
        searches: { type: 'string' },
        data: { type: 'string' },
        // In MB.
        memory: { type: 'string' },
      },
    }),
  )
  const documents = positive('documents', values.documents)
  const folder = engineFolder(values.data)
  const engine = openEmbeddedSearchEngine({
    directory: folder.directory,
    files: nodeFiles,
    clock: systemClock,
    threads: Number(values.threads),
    ...(values.memory === undefined ? {} : { memoryBytes: positive('memory', values.memory) * MB }),
  })
  try {
    await engine.create({ id: INDEX, layout: layoutOfOrders() })
    if (values.data === undefined) await fill(engine, orderMaker({ documents }), documents)
    else await tellSize(engine)
    const rows: string[][] = []
    const named = values.searches?.split(',')
    const workloads = named?.filter((name) => name !== PAGING).map(searchWorkloadNamed)
    for (const workload of workloads ?? SEARCH_WORKLOADS) {
      rows.push(await measure(engine, workload, positive('seconds', values.seconds)))
    }
    if (named === undefined || named.includes(PAGING)) rows.push(await page(engine))
    console.log(textTable(['search', 'CPU ms', 'p50 ms', 'rows', 'runs'], rows))
  } finally {
    await engine.close()
    folder.remove()
  }
}

async function tellSize(engine: SearchEngine): Promise<void> {
  const { rows, bytes, segments } = await engine.describe(INDEX)
  console.log(`${figure(rows)} rows, ${figure(bytes / rows)} bytes each, ${segments} segments\n`)
}

function layoutOfOrders() {
  return compileIndexLayout(ORDER_SCHEMA, [{ name: KEY_COLUMN, type: 'STRING' }])
}

/** Making the images is not the engine's work and is not timed. */
async function fill(engine: SearchEngine, make: OrderMaker, documents: number): Promise<void> {
  let spentMs = 0
  for (let from = 0; from < documents; from += BATCH) {
    const images: RowImage[] = []
    for (let number = from; number < Math.min(documents, from + BATCH); number += 1) {
      images.push(imageOf(make, number))
    }
    const before = cpuMs()
    await engine.apply(INDEX, { images, position: from + images.length, note: undefined })
    spentMs += cpuMs() - before
  }
  const before = cpuMs()
  await engine.refresh(INDEX)
  await engine.commit(INDEX)
  spentMs += cpuMs() - before
  const { rows, bytes, segments } = await engine.describe(INDEX)
  if (rows !== documents) throw new Error(`${rows} rows are in the index, not ${documents}`)
  console.log(
    `${figure(documents)} documents: ${figure((documents / spentMs) * 1000)} per CPU second, ` +
      `${figure(bytes / rows)} bytes each, ${segments} segments\n`,
  )
}

function imageOf(make: OrderMaker, number: number): RowImage {
  const columns = orderCells(make(number, 0)).map(({ name, value }) => {
    if (value === undefined) throw new Error(`no value for ${name}`)
    return { name, value }
  })
  return { key: Buffer.from(orderKey(number)), columns, expiresAt: undefined }
}

async function measure(
  engine: SearchEngine,
  workload: SearchWorkload,
  seconds: number,
): Promise<string[]> {
  const random = seededRandom(7)
  const times: number[] = []
  let rows = 0
  await engine.search(INDEX, workload.make(random), TIMEOUT_MS)
  const startedAt = performance.now()
  const before = cpuMs()
  while (performance.now() - startedAt < seconds * 1000 || times.length < 3) {
    const query = workload.make(random)
    const at = performance.now()
    rows += (await engine.search(INDEX, query, TIMEOUT_MS)).rows.length
    times.push(performance.now() - at)
  }
  return row(workload.title, cpuMs() - before, times, rows)
}

async function page(engine: SearchEngine): Promise<string[]> {
  const times: number[] = []
  let token: Buffer | undefined
  let rows = 0
  const before = cpuMs()
  for (let number = 0; number < PAGES; number += 1) {
    const at = performance.now()
    const found = await engine.search(INDEX, pagedSearch(PAGE_ROWS, token), TIMEOUT_MS)
    times.push(performance.now() - at)
    rows += found.rows.length
    token = found.nextToken
    if (token === undefined) break
  }
  return row(`a page of ${PAGE_ROWS} by token`, cpuMs() - before, times, rows)
}

function row(title: string, spentMs: number, times: number[], rows: number): string[] {
  times.sort((a, b) => a - b)
  const p50 = times[Math.floor(times.length / 2)] ?? 0
  const perRun = times.length
  return [title, figure(spentMs / perRun), figure(p50), figure(rows / perRun), String(perRun)]
}

await main()
