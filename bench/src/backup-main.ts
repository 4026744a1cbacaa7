import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compareRows } from './backup/compare-rows.js'
import { type LoadFigures, measureLoad, medianOf } from './backup/measure-load.js'
import { runCommand } from './backup/run-command.js'
import { createBenchTable } from './loader/create-table.js'
import { positive, words } from './options.js'
import { type ChildServer, stopChildServer } from './peers/child-server.js'
import { startRowhouse } from './peers/rowhouse-server.js'
import { folderMb } from './report/process-figures.js'
import { figure, textTable } from './report/text-table.js'

/** Of all rows, those that are written after the moment that is gone back to. */
const LATER_SHARE = 0.1
const PAIR_ROWS_MAX = 500_000

interface BackupBenchOptions {
  readonly rows: number
  readonly pairs: number
  readonly pairRows: number
  readonly directory: string
  readonly connections: number
  readonly program: string | undefined
  readonly serverArgs: readonly string[]
  readonly keep: boolean
}

function parseOptions(): BackupBenchOptions {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '300000' },
      pairs: { type: 'string', default: '4' },
      'pair-rows': { type: 'string' },
      data: { type: 'string', default: 'data-bench/backup' },
      connections: { type: 'string', default: '8' },
      program: { type: 'string' },
      'server-args': { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
  })
  const rows = positive('rows', values.rows)
  const pairs = positive('pairs', values.pairs)
  const share = Math.floor((rows * (1 - LATER_SHARE)) / pairs)
  const pairRows = Math.min(PAIR_ROWS_MAX, share)
  if (existsSync(values.data)) throw new Error(`${values.data} exists: name another --data`)
  return {
    rows,
    pairs,
    pairRows: values['pair-rows'] === undefined ? pairRows : Number(values['pair-rows']),
    directory: values.data,
    connections: positive('connections', values.connections),
    program: values.program,
    serverArgs: words(values['server-args']),
    keep: values.keep,
  }
}

const start = (
  { directory, program, serverArgs }: BackupBenchOptions,
  name: string,
  more: readonly string[] = [],
): Promise<ChildServer> =>
  startRowhouse({
    program,
    data: join(directory, name),
    nodeArgs: [],
    serverArgs: [...serverArgs, ...more],
    cpuProfile: undefined,
  })

/** Until the store of the backup has its first base. */
async function untilBased({ endpoint }: ChildServer): Promise<void> {
  const url = `http://${endpoint.host}:${endpoint.port}/metrics`
  while (!/^rowhouse_backup_bases 1$/m.test(await (await fetch(url)).text())) await delay(50)
}

/** The same rows to a server without and to one with a backup, in turns, the first one changing. */
async function measurePairs(
  options: BackupBenchOptions,
  plain: ChildServer,
  backed: ChildServer,
): Promise<void> {
  const { pairs, pairRows, connections } = options
  const found: [LoadFigures, LoadFigures][] = []
  for (let pair = 0; pair < pairs; pair++) {
    const load = (server: ChildServer): Promise<LoadFigures> =>
      measureLoad(server, pair * pairRows, (pair + 1) * pairRows, connections)
    if (pair % 2 === 0) {
      const without = await load(plain)
      found.push([without, await load(backed)])
    } else {
      const withBackup = await load(backed)
      found.push([await load(plain), withBackup])
    }
  }
  const row = (name: string, of: (figures: LoadFigures) => number): string[] => {
    const ratios = found.map(([without, withBackup]) => of(withBackup) / of(without))
    const medians = [0, 1].map((side) =>
      medianOf(found.map((pair) => of(side === 0 ? pair[0] : pair[1]))),
    )
    return [name, ...medians.map(figure), figure(medianOf(ratios))]
  }
  const header = [`medians of ${pairs} pairs of ${pairRows} rows`, 'without', 'with', 'ratio']
  const lines = [
    row('rows/s', ({ rowsPerSecond }) => rowsPerSecond),
    row('us of all processors a row', ({ cpuMicros }) => cpuMicros),
    row('us of the main thread a row', ({ mainMicros }) => mainMicros),
  ]
  console.log(`${textTable(header, lines)}\n`)
}

/** Loads the rest, and answers the moment before the last tenth, with its number of rows. */
async function loadRest(
  { rows, pairs, pairRows, connections }: BackupBenchOptions,
  backed: ChildServer,
): Promise<{ readonly moment: Date; readonly cut: number }> {
  const cut = Math.floor(rows * (1 - LATER_SHARE))
  if (pairs * pairRows < cut) await measureLoad(backed, pairs * pairRows, cut, connections)
  const moment = new Date()
  await delay(10)
  await measureLoad(backed, cut, rows, connections)
  return { moment, cut }
}

async function main(): Promise<void> {
  const options = parseOptions()
  const { directory, program, rows } = options
  const path = (name: string): string => join(directory, name)
  const servers: ChildServer[] = []
  const run = async (name: string, more: readonly string[] = []): Promise<ChildServer> => {
    const server = await start(options, name, more)
    servers.push(server)
    return server
  }
  try {
    const plain = await run('plain')
    const backed = await run('data', ['--backup-to', path('store')])
    for (const server of [plain, backed]) await createBenchTable(server.endpoint)
    await untilBased(backed)
    await measurePairs(options, plain, backed)
    await stopChildServer(plain)
    rmSync(path('plain'), { recursive: true })
    const { moment, cut } = await loadRest(options, backed)
    await stopChildServer(backed)
    const full = await runCommand(program, ['backup', path('full'), '--data', path('data')])
    const to = moment.toISOString()
    const from = ['restore', '--from', path('store'), '--to', to]
    const restore = await runCommand(program, [...from, '--data', path('restored')])
    const restored = await run('restored')
    const original = await run('data')
    const compared = await compareRows(original.endpoint, restored.endpoint, cut, rows)
    const table = textTable(
      [`${rows} rows`, 'seconds', 'MB'],
      [
        ['full backup', figure(full.seconds), figure(folderMb(path('full')))],
        [`restore to ${to}`, figure(restore.seconds), figure(folderMb(path('store')))],
        ['first start of what was restored', figure(restored.readyMs / 1000), ''],
      ],
    )
    console.log(`${table}\n\nthe restore said ${JSON.stringify(restore.result)}`)
    console.log(`${compared} rows compared: all as they were, none of the ${rows - cut} later ones`)
  } finally {
    for (const server of servers) await stopChildServer(server)
    if (!options.keep) rmSync(directory, { recursive: true, force: true })
  }
}

await main()
