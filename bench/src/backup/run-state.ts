import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { STAGES, type Stage } from './bench-options.js'

/** The results of the finished stages, kept in the folder of a run. */
export interface RunState {
  readonly rows: number
  readonly cut: number
  /** The moment of the restore: after the first `cut` rows and before all others. */
  readonly moment: string
  readonly done: readonly Stage[]
}

const NAME = 'run.json'

/** Undefined for a folder that was not loaded. */
export function readRunState(directory: string): RunState | undefined {
  const path = join(directory, NAME)
  if (!existsSync(path)) return undefined
  const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isRunState(state)) throw new Error(`${path} is not the state of a run`)
  return state
}

function isRunState(state: unknown): state is RunState {
  if (typeof state !== 'object' || state === null) return false
  if (!('rows' in state && 'cut' in state && 'moment' in state && 'done' in state)) return false
  const { rows, cut, moment, done } = state
  const isSized = typeof rows === 'number' && typeof cut === 'number'
  const names: readonly unknown[] = STAGES
  const areStages = Array.isArray(done) && done.every((stage: unknown) => names.includes(stage))
  return isSized && typeof moment === 'string' && areStages
}

export function writeRunState(directory: string, state: RunState): void {
  const path = join(directory, NAME)
  writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`)
  renameSync(`${path}.new`, path)
}
