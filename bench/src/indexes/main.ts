import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { readOptions } from '../read-options.js'
import { createBenchTable } from '../loader/create-table.js'
import { loadRows } from '../loader/load-rows.js'
import { positive, words } from '../options.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { startRowhouse } from '../peers/rowhouse-server.js'
import { type CpuSeconds, cpuSecondsOf } from '../report/process-figures.js'
import { LOADER_SHAPE } from '../rows/row-shape.js'
import { INDEX_NAME, catchUpOf } from './catch-up.js'
import { measureLag } from './measure-lag.js'

/**
 * `npm run bench:indexes -- --rows N --rate R`: writes N rows to a table with one global index as fast as
 * possible, then R rows a second, and measures the lag of the index.
 */
const indexed = {
  definedColumns: [
    { name: 'c0', type: 'STRING' },
    { name: 'c1', type: 'STRING' },
  ],
  indexMetas: [
    {
      name: INDEX_NAME,
      primaryKey: ['c0'],
      definedColumns: ['c1'],
      updateMode: 'ASYNC',
      type: 'GLOBAL',
      syncPhase: undefined,
    },
  ],
} as const

function parseOptions() {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '200000' },
      rate: { type: 'string', default: '5000' },
      seconds: { type: 'string', default: '20' },
      connections: { type: 'string', default: '4' },
      data: { type: 'string', default: 'data-bench/indexes' },
      program: { type: 'string' },
      'node-args': { type: 'string', default: '' },
      'server-args': { type: 'string', default: '' },
      'cpu-prof': { type: 'string' },
      'no-index': { type: 'boolean', default: false },
    },
  })
  return {
    rows: positive('rows', values.rows),
    rate: positive('rate', values.rate),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    data: values.data,
    program: values.program,
    nodeArgs: words(values['node-args']),
    serverArgs: words(values['server-args']),
    cpuProfile: values['cpu-prof'],
    hasIndex: !values['no-index'],
  }
}

type Options = ReturnType<typeof parseOptions>

async function main(): Promise<void> {
  const options = readOptions('bench:indexes', 'bench/indexes.md', parseOptions)
  if (existsSync(options.data)) throw new Error(`${options.data} exists; name another --data`)
  const server = await startRowhouse(options)
  try {
    await createBenchTable(server.endpoint, options.hasIndex ? indexed : undefined)
    await measureFollowing(options, server)
    if (options.hasIndex) await printLag(options, server)
  } finally {
    await stopChildServer(server)
    await rm(options.data, { recursive: true, force: true })
  }
}

async function measureFollowing(options: Options, { endpoint, pid }: ChildServer): Promise<void> {
  const { rows, connections, data, hasIndex } = options
  const catchUp = hasIndex ? catchUpOf(data) : () => Promise.resolve()
  const before = cpuSecondsOf(pid)
  const startedAt = performance.now()
  const shape = LOADER_SHAPE
  const quiet = { onLoaded: () => undefined, stopped: () => false }
  await loadRows({ endpoint, shape, from: 0, to: rows, connections, ...quiet })
  const loadedAt = performance.now()
  await catchUp()
  const caughtUpAt = performance.now()
  const perSecond = (ms: number): string => Math.round(rows / (ms / 1000)).toLocaleString('en')
  console.log(`${rows} rows over ${connections} connections, 200 in a batch`)
  console.log(`written: ${perSecond(loadedAt - startedAt)} rows/s`)
  console.log(`written and in the index: ${perSecond(caughtUpAt - startedAt)} rows/s`)
  console.log(`the index is done ${Math.round(caughtUpAt - loadedAt)} ms after the last write`)
  printCpu(rows, before, cpuSecondsOf(pid))
}

function printCpu(rows: number, from: CpuSeconds | undefined, to: CpuSeconds | undefined): void {
  if (from === undefined || to === undefined) return
  const each = (seconds: number): string => ((seconds * 1e6) / rows).toFixed(1)
  const all = each(to.all - from.all)
  console.log(`processor time of a row: ${all} us, ${each(to.main - from.main)} in the main thread`)
}

async function printLag(options: Options, { endpoint }: ChildServer): Promise<void> {
  const { rate: rowsPerSecond, seconds, rows: from, data } = options
  const job = { endpoint, shape: LOADER_SHAPE, from, rowsPerSecond, seconds }
  const figures = await measureLag({ ...job, catchUp: catchUpOf(data) })
  const { p50Ms, p99Ms, maxMs, count } = figures.lag
  console.log(
    `at ${Math.round(figures.rowsPerSecond)} rows/s: lag p50 ${p50Ms.toFixed(1)} ms, ` +
      `p99 ${p99Ms.toFixed(1)} ms, at most ${maxMs.toFixed(1)} ms (${count} looks)`,
  )
}

await main()
