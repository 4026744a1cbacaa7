import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { batchWriteRow, createTable, type OpenEngine, putRow, updateRow } from '@rowhouse/engine'
import type { StoreKind } from '@rowhouse/store'
import { type Condition, encodeFilter, encodeRow, stringVariant } from '@rowhouse/protocol'
import { readOptions } from './read-options.js'
import { plainTable } from './loader/create-table.js'
import { openBenchEngine } from './open-bench-engine.js'
import { positive } from './options.js'
import { figure, textTable } from './report/text-table.js'
import { seededRandom, textSource } from './rows/random.js'
import { columnName, KEY_NAME, keyOf, PUBLISHED_SHAPE, TABLE_NAME } from './rows/row-shape.js'
import { keyCell, putCell, RowTemplates } from './rows/row-templates.js'

const INSTANCE = 'bench'
const BATCH_ROWS = 200
const WRITERS = 64
const ROUNDS = 4

const IGNORE: Condition = { rowExistence: 'IGNORE', columnCondition: undefined }
const EXIST: Condition = { rowExistence: 'EXPECT_EXIST', columnCondition: undefined }
const NOTHING_MORE = { returnContent: undefined, transactionId: undefined }

/** Makes the request of a row; making it is not timed. */
type Maker = (counter: number) => (engine: OpenEngine) => Promise<unknown>

/**
 * Measures the engine alone, from a decoded request to its reply: the processor time of a write, which is
 * the same on busy and idle machines. 64 writers have one request each at a time.
 */
async function main(): Promise<void> {
  const { values } = readOptions('bench:engine', 'bench/README.md', (args) =>
    parseArgs({
      args,
      options: {
        rows: { type: 'string', default: '50000' },
        requests: { type: 'string', default: '12000' },
        folder: { type: 'string', default: tmpdir() },
        store: { type: 'string', default: 'rocksdb' },
        writes: { type: 'string' },
      },
    }),
  )
  const rows = positive('rows', values.rows)
  const requests = Math.min(positive('requests', values.requests), rows)
  const folder = mkdtempSync(join(values.folder, 'rowhouse-bench-'))
  try {
    const engine = await openLoaded(folder, rows, storeKindNamed(values.store))
    const lines: string[][] = []
    for (const [name, make] of Object.entries(writes())) {
      if (values.writes !== undefined && !name.startsWith(values.writes)) continue
      const { main: thread, all } = await measure(engine, requests, make)
      lines.push([name, figure(thread), figure(all)])
    }
    console.log(textTable(['write', 'main us', 'CPU us'], lines))
    await engine.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function storeKindNamed(name: string): StoreKind {
  if (name !== 'rocksdb' && name !== 'lsm')
    throw new Error(`--store takes rocksdb or lsm, not "${name}"`)
  return name
}

async function openLoaded(directory: string, rows: number, kind: StoreKind): Promise<OpenEngine> {
  const engine = await openBenchEngine(directory, kind)
  await createTable(engine, INSTANCE, plainTable(TABLE_NAME, KEY_NAME))
  const templates = new RowTemplates(PUBLISHED_SHAPE, textSource(seededRandom(1)))
  for (let first = 0; first < rows; first += BATCH_ROWS) {
    const batch = Array.from({ length: Math.min(BATCH_ROWS, rows - first) }, (_, index) => ({
      type: 'PUT' as const,
      rowChange: templates.row(first + index),
      condition: IGNORE,
      returnContent: undefined,
    }))
    const tables = [{ tableName: TABLE_NAME, rows: batch }]
    await batchWriteRow(engine, INSTANCE, { tables, transactionId: undefined, isAtomic: false })
  }
  return engine
}

function writes(): Record<string, Maker> {
  const text = textSource(seededRandom(2))
  const templates = new RowTemplates(PUBLISHED_SHAPE, text)
  const put =
    (condition: Condition): Maker =>
    (counter) => {
      const request = { tableName: TABLE_NAME, row: templates.row(counter), condition }
      return (engine) => putRow(engine, INSTANCE, { ...request, ...NOTHING_MORE })
    }
  const update =
    (condition: Condition): Maker =>
    (counter) => {
      const cells = [putCell(columnName(1), text(PUBLISHED_SHAPE.columnBytes))]
      const key = { primaryKey: [keyCell(keyOf(counter))], cells, deleteMarker: false }
      const request = { tableName: TABLE_NAME, rowChange: encodeRow(key), condition }
      return (engine) => updateRow(engine, INSTANCE, { ...request, ...NOTHING_MORE })
    }
  return {
    PutRow: put(IGNORE),
    'PutRow, row must exist': put(EXIST),
    UpdateRow: update(IGNORE),
    'UpdateRow, column condition': update({ ...EXIST, columnCondition: notNone() }),
  }
}

function notNone(): Buffer {
  return encodeFilter({
    kind: 'single',
    comparator: 'NOT_EQUAL',
    columnName: columnName(0),
    value: stringVariant('none'),
    filterIfMissing: true,
    latestVersionOnly: true,
    transfer: undefined,
  })
}

/** The median of rounds, without the first, which compiles the code and fills the row cache. */
async function measure(engine: OpenEngine, requests: number, make: Maker) {
  const rounds: { main: number; all: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = Array.from({ length: requests }, (_, counter) => make(counter)).values()
    const [mainBefore, allBefore] = [mainThreadUs(), processUs()]
    const writer = async (): Promise<void> => {
      for (const write of made) await write(engine)
    }
    await Promise.all(Array.from({ length: WRITERS }, writer))
    const main = (mainThreadUs() - mainBefore) / requests
    rounds.push({ main, all: (processUs() - allBefore) / requests })
  }
  const sorted = rounds.slice(1).sort((a, b) => a.main - b.main)
  return sorted[Math.floor(sorted.length / 2)] ?? { main: 0, all: 0 }
}

function mainThreadUs(): number {
  const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1000
}

function processUs(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

await main()
