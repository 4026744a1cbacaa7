import TableStore from 'tablestore'
import type { Connection } from '../server/temporary-server.js'
import { loadLines } from './load-lines.js'
import { TABLE_NAME, tableDefinition } from './order-table.js'
import { startProgress } from './retail-progress.js'
import { readBack } from './read-back.js'
import { readOrderLines } from './read-order-lines.js'
import { summary, verdict } from './report.js'
import {
  type Difference,
  type Totals,
  addLine,
  differences,
  emptyTotals,
  namedSums,
} from './totals.js'

export interface RunOptions {
  readonly file: string
  readonly connection: Connection
  readonly concurrency: number
  /** Drops a table of the same name first. */
  readonly replace: boolean
  readonly write: (line: string) => void
}

export interface RunResult {
  readonly inFile: Totals
  readonly differences: readonly Difference[]
  readonly loadRowsPerSecond: number
  readonly readRowsPerSecond: number
}

/** Loads the file, reads the table back and compares them. */
export const runOnlineRetail = async (options: RunOptions): Promise<RunResult> => {
  const { write } = options
  const inFile = await totalsOfFile(options.file)
  for (const line of summary(inFile)) write(line)
  const client = connect(options)
  await prepareTable(client, options)
  const loadRowsPerSecond = await load(client, options, inFile.lines)
  const { totals, rate } = await read(client, options, inFile.lines)
  const found = differences(inFile, totals)
  for (const line of verdict(found, namedSums(inFile).size)) write(line)
  return { inFile, differences: found, loadRowsPerSecond, readRowsPerSecond: rate }
}

/** A pass of its own: it says how long the load will take, and what must come out of it. */
export const totalsOfFile = async (path: string): Promise<Totals> => {
  const totals = emptyTotals()
  for await (const line of readOrderLines(path)) addLine(totals, line)
  return totals
}

const connect = (options: RunOptions): TableStore.Client =>
  new TableStore.Client({
    endpoint: options.connection.endpoint,
    instancename: options.connection.instance,
    accessKeyId: options.connection.accessKeyId,
    secretAccessKey: options.connection.accessKeySecret,
    httpOptions: { timeout: 30_000, maxSockets: options.concurrency },
  })

const prepareTable = async (client: TableStore.Client, options: RunOptions): Promise<void> => {
  const { tableNames } = await client.listTable({})
  if (tableNames.includes(TABLE_NAME)) {
    if (!options.replace) {
      throw new Error(`table ${TABLE_NAME} exists already; --replace drops it and loads anew`)
    }
    await client.deleteTable({ tableName: TABLE_NAME })
  }
  await client.createTable(tableDefinition)
}

const load = async (
  client: TableStore.Client,
  options: RunOptions,
  total: number,
): Promise<number> => {
  const progress = startProgress({ label: 'loading', total, write: options.write, now })
  const result = await loadLines({
    client,
    lines: readOrderLines(options.file),
    concurrency: options.concurrency,
    onRows: (rows) => progress.add(rows),
  })
  const rate = progress.finish()
  options.write(`${result.batches} batches, ${result.retriedRows} rows sent again`)
  return rate
}

const read = async (
  client: TableStore.Client,
  options: RunOptions,
  total: number,
): Promise<{ totals: Totals; rate: number }> => {
  const progress = startProgress({ label: 'reading back', total, write: options.write, now })
  const totals = await readBack({
    client,
    concurrency: options.concurrency,
    onRows: (rows) => progress.add(rows),
  })
  return { totals, rate: progress.finish() }
}

const now = (): number => performance.now()
