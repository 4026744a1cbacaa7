import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createBenchTable } from '../loader/create-table.js'
import { type ChildServer, stopChildServer } from '../peers/child-server.js'
import { folderMb } from '../report/process-figures.js'
import { figure, textTable } from '../report/text-table.js'
import type { BackupBenchOptions } from './bench-options.js'
import { type LoadFigures, measureLoad, medianOf } from './measure-load.js'
import type { StartServer } from './with-servers.js'

/**
 * Loads rows into a server with a continuous backup, the first of them alternating with a server without
 * one, and returns the moment before the last tenth.
 */
export async function loadStage(options: BackupBenchOptions, start: StartServer): Promise<string> {
  const { directory, pairs, pairRows, rows, cut } = options
  const path = (name: string): string => join(directory, name)
  const backed = await start('data', ['--backup-to', path('store')])
  await createBenchTable(backed.endpoint)
  await untilBased(backed)
  if (pairs > 0) {
    const plain = await start('plain')
    await createBenchTable(plain.endpoint)
    await measurePairs(options, plain, backed)
    await stopChildServer(plain)
    rmSync(path('plain'), { recursive: true })
  }
  const load = (from: number, to: number): Promise<LoadFigures> =>
    measureLoad(backed, from, to, options.connections)
  if (pairs * pairRows < cut) await load(pairs * pairRows, cut)
  const moment = new Date().toISOString()
  await delay(10)
  await load(cut, rows)
  await stopChildServer(backed)
  const sizes = ['data', 'store'].map((name) => `${figure(folderMb(path(name)))} MB of ${name}`)
  console.log(`${rows} rows loaded, ${rows - cut} of them after ${moment}: ${sizes.join(', ')}`)
  return moment
}

/** Waits until the backup's store has its first base. */
async function untilBased({ endpoint }: ChildServer): Promise<void> {
  const url = `http://${endpoint.host}:${endpoint.port}/metrics`
  while (!/^rowhouse_backup_bases 1$/m.test(await (await fetch(url)).text())) await delay(50)
}

/** Loads the same rows into a server without a backup and one with it, alternating which is first. */
async function measurePairs(
  { pairs, pairRows, connections }: BackupBenchOptions,
  plain: ChildServer,
  backed: ChildServer,
): Promise<void> {
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
