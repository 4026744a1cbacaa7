import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { folderMb } from '../report/process-figures.js'
import { figure } from '../report/text-table.js'
import type { BackupBenchOptions } from './bench-options.js'
import { compareFolders } from './compare-folders.js'
import { compareServed } from './compare-served.js'
import { LaterRows } from './later-rows.js'
import { runCommand } from './run-command.js'
import type { RunState } from './run-state.js'
import { progressReporter } from './progress-reporter.js'
import type { StartServer } from './with-servers.js'

const SERVED_ROWS = 20_000

const inside = ({ directory }: BackupBenchOptions, name: string): string => join(directory, name)

/** Makes a full backup. No other stage needs it. */
export async function copyStage(options: BackupBenchOptions): Promise<void> {
  const full = inside(options, 'full')
  rmSync(full, { recursive: true, force: true })
  const args = ['backup', full, '--data', inside(options, 'data')]
  const { seconds } = await runCommand(options.program, args)
  console.log(`full backup: ${figure(seconds)} s, ${figure(folderMb(full))} MB`)
  rmSync(full, { recursive: true })
}

export async function restoreStage(
  options: BackupBenchOptions,
  { moment }: RunState,
): Promise<void> {
  const target = inside(options, 'restored')
  rmSync(target, { recursive: true, force: true })
  const from = ['restore', '--from', inside(options, 'store'), '--to', moment]
  const { seconds, result } = await runCommand(options.program, [...from, '--data', target])
  console.log(
    `restore to ${moment}: ${figure(seconds)} s, ${figure(folderMb(target))} MB\nit said ${JSON.stringify(result)}`,
  )
}

/** Starts a server, which replays the restored log, and checks what it serves. */
export async function serveStage({ cut, rows }: RunState, start: StartServer): Promise<void> {
  const restored = await start('restored')
  console.log(`start of what was restored: ${figure(restored.readyMs / 1000)} s`)
  const original = await start('data')
  const later = new LaterRows(cut, rows)
  const count = await compareServed(original.endpoint, restored.endpoint, later, SERVED_ROWS)
  console.log(`${count} rows are served as they were`)
}

export async function compareStage(
  options: BackupBenchOptions,
  { cut, rows }: RunState,
): Promise<void> {
  const startedAt = performance.now()
  const before = process.cpuUsage()
  const found = await compareFolders({
    original: inside(options, 'data'),
    restored: inside(options, 'restored'),
    cut,
    rows,
    onCompared: progressReporter('rows compared', 0, cut),
  })
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(before)
  const times = `${figure(seconds)} s (${figure((user + system) / 1e6)} of the processors)`
  const layouts = found.layouts > 0 ? `, ${found.layouts} lists of partitions aside` : ''
  console.log(
    `${found.rows} rows and ${found.entries - found.rows} other entries compared${layouts}: all as they were, none of the ${rows - cut} later rows; ${times}`,
  )
}
