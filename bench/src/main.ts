import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readOptions } from './read-options.js'
import { checkReplies } from './check-replies.js'
import { ensureLoaded, refuseForeignFolder } from './loader/ensure-loaded.js'
import { measureSdk, type SdkMeasurement } from './measure-sdk.js'
import { type Generator, measureAll, measureMixed, type Targets } from './measure-targets.js'
import { type BenchOptions, parseBenchOptions } from './options.js'
import { type ChildServer, stopChildServer } from './peers/child-server.js'
import { loadDynalite } from './peers/dynalite-table.js'
import { startDynalite, startEcho } from './peers/peer-servers.js'
import { startRowhouse } from './peers/rowhouse-server.js'
import { WorkerProcess } from './peers/worker-process.js'
import { goalsOf, type MixedFigures } from './report/goals.js'
import { machineFacts } from './report/machine.js'
import { isRowhouse, type Measurement, type Target } from './report/measurement.js'
import { goalTable, measurementTable, mixedTable, sdkTable } from './report/print-report.js'
import { memoryOf, waitUntilIdle } from './report/process-figures.js'
import { PUBLISHED_SHAPE } from './rows/row-shape.js'

const MIXED_CONNECTIONS = [1, 64]
const SETTLE_SECONDS_MAX = 300

/** The stores of Rowhouse, each with a data folder of its own. */
const STORES = [
  { target: 'rowhouse', store: 'lsm', suffix: '' },
  { target: 'rowhouse-rocksdb', store: 'rocksdb', suffix: '-rocksdb' },
] as const

interface Results {
  readonly measurements: readonly Measurement[]
  readonly mixed: readonly MixedFigures[]
  readonly sdk: readonly SdkMeasurement[]
}

async function main(): Promise<void> {
  const options = readOptions('bench', 'bench/README.md', parseBenchOptions)
  const machine = machineFacts()
  const dynaliteFolder = `${options.data}.dynalite`
  const targets = new Map<Target, ChildServer>()
  const generator: Generator = new WorkerProcess('load-generator.js')
  try {
    await startTargets(options, targets, dynaliteFolder)
    const results = await measureEverything(options, targets, generator)
    const rowhouse = targets.get('rowhouse')
    const memory = rowhouse === undefined ? undefined : memoryOf(rowhouse.pid)
    const goals = goalsOf(results.measurements, results.mixed)
    printResults(options, results)
    console.log(`\n${goalTable(goals)}`)
    if (memory !== undefined)
      console.log(`\nServer's memory at its most: ${memory.peakMb.toFixed()} MB`)
    mkdirSync(dirname(options.out), { recursive: true })
    const report = { machine, options, memory, goals, ...results }
    writeFileSync(options.out, `${JSON.stringify(report, undefined, 2)}\n`)
    console.log(`Written to ${options.out}`)
  } finally {
    generator.close()
    for (const server of targets.values()) await stopChildServer(server)
    rmSync(dynaliteFolder, { recursive: true, force: true })
  }
}

async function startTargets(
  options: BenchOptions,
  targets: Map<Target, ChildServer>,
  dynaliteFolder: string,
): Promise<void> {
  const wanted = new Set(options.targets)
  if (wanted.has('echo')) targets.set('echo', await startEcho())
  for (const { target, store, suffix } of STORES) {
    if (!wanted.has(target)) continue
    const data = `${options.data}${suffix}`
    refuseForeignFolder(data)
    const serverArgs = [`--store=${store}`, ...options.serverArgs]
    const server = await startRowhouse({ ...options, data, serverArgs })
    targets.set(target, server)
    await ensureLoaded(server.endpoint, data, options.rows, PUBLISHED_SHAPE)
  }
  if (wanted.has('dynalite')) {
    rmSync(dynaliteFolder, { recursive: true, force: true })
    const server = await startDynalite(dynaliteFolder)
    targets.set('dynalite', server)
    process.stderr.write(`  loading ${options.dynaliteRows} rows into dynalite\n`)
    await loadDynalite(server, options.dynaliteRows, PUBLISHED_SHAPE)
  }
  const isProfiled = options.cpuProfile !== undefined
  for (const server of targets.values()) {
    await waitUntilIdle(server.pid, SETTLE_SECONDS_MAX, isProfiled)
  }
}

async function measureEverything(
  options: BenchOptions,
  targets: Targets,
  generator: Generator,
): Promise<Results> {
  const rowhouse = targets.get('rowhouse') ?? targets.get('rowhouse-rocksdb')
  if (rowhouse === undefined) {
    const measurements = await measureAll(options, targets, new Map(), generator)
    return { measurements, mixed: [], sdk: [] }
  }
  const sizes = await checkReplies(rowhouse.endpoint, options.rows, options.workloads)
  const mixed: MixedFigures[] = []
  if (!options.isPartial) {
    for (const [target, server] of targets) {
      if (!isRowhouse(target)) continue
      for (const connections of MIXED_CONNECTIONS)
        mixed.push(await measureMixed(options, target, server, generator, connections))
    }
  }
  const measurements = await measureAll(options, targets, sizes, generator)
  const sdk = options.isPartial ? [] : await measureSdk(options, rowhouse)
  return { measurements, mixed, sdk }
}

function printResults(options: BenchOptions, { measurements, mixed, sdk }: Results): void {
  const dynalite = `dynalite ${options.dynaliteRows}, never synced`
  console.log(`\nRows in the table: Rowhouse ${options.rows}, ${dynalite}\n`)
  console.log(measurementTable(measurements))
  if (mixed.length > 0) console.log(`\n${mixedTable(mixed)}`)
  if (sdk.length > 0) console.log(`\n${sdkTable(sdk)}`)
}

await main()
