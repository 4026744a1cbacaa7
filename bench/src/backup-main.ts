import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { readOptions } from './read-options.js'
import {
  type BackupBenchOptions,
  STAGES,
  type Stage,
  parseBackupOptions,
} from './backup/bench-options.js'
import { loadStage } from './backup/load-stage.js'
import { compareStage, copyStage, restoreStage, serveStage } from './backup/restore-stages.js'
import { type RunState, readRunState, writeRunState } from './backup/run-state.js'
import { withServers } from './backup/with-servers.js'

/** The state of an earlier run with --keep, whose number of rows is used then. */
function earlierRun({ directory, stages }: BackupBenchOptions): RunState | undefined {
  const state = existsSync(directory) ? readRunState(directory) : undefined
  if (existsSync(directory) && state === undefined) {
    throw new Error(`${directory} exists and holds no loaded run: name another --data`)
  }
  if (state !== undefined && stages?.includes('load') === true) {
    throw new Error(`${directory} is loaded: name another --data`)
  }
  return state
}

async function runStage(
  stage: Stage,
  options: BackupBenchOptions,
  state: RunState | undefined,
): Promise<RunState> {
  if (stage === 'load') {
    mkdirSync(options.directory, { recursive: true })
    const moment = await withServers(options, (start) => loadStage(options, start))
    return { rows: options.rows, cut: options.cut, moment, done: [stage] }
  }
  if (state === undefined) throw new Error(`nothing is loaded: the stage ${stage} needs that`)
  if (stage === 'copy') await copyStage(options)
  else if (stage === 'restore') await restoreStage(options, state)
  else if (stage === 'serve') await withServers(options, (start) => serveStage(state, start))
  else await compareStage(options, state)
  return { ...state, done: [...state.done, stage] }
}

async function main(): Promise<void> {
  const options = readOptions(
    'bench:backup',
    'bench/src/backup/bench-options.ts',
    parseBackupOptions,
  )
  const { directory, keep } = options
  let state = earlierRun(options)
  const stages = options.stages ?? STAGES.filter((stage) => state?.done.includes(stage) !== true)
  for (const stage of stages) {
    const startedAt = performance.now()
    process.stderr.write(`${new Date().toISOString()} ${stage}\n`)
    state = await runStage(stage, options, state)
    writeRunState(directory, state)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    process.stderr.write(`${new Date().toISOString()} ${stage} took ${seconds} s\n`)
  }
  // After a failure the folder stays, to be examined or resumed.
  if (!keep) rmSync(directory, { recursive: true, force: true })
}

await main()
