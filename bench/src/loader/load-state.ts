import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { RowShape } from '../rows/row-shape.js'

/** One line of the loader's table: the figures of a million rows. */
export interface MillionFigures {
  readonly rows: number
  readonly rowsPerSecond: number
  readonly getRowP50Ms: number
  readonly getRowP99Ms: number
  readonly getRowMaxMs: number
  readonly rssMb: number
  readonly diskMb: number
}

/** How far a data folder is loaded. The file is beside the folder, so that the server never sees it. */
export interface LoadState {
  readonly shape: RowShape
  readonly loaded: number
  readonly millions: readonly MillionFigures[]
}

export function readLoadState(data: string): LoadState | undefined {
  const path = statePath(data)
  if (!existsSync(path)) return undefined
  const state: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (!isLoadState(state)) throw new Error(`${path} is not the state of a load`)
  return state
}

function isLoadState(state: unknown): state is LoadState {
  if (typeof state !== 'object' || state === null) return false
  if (!('loaded' in state && 'shape' in state && 'millions' in state)) return false
  return typeof state.loaded === 'number' && Array.isArray(state.millions)
}

export function writeLoadState(data: string, state: LoadState): void {
  const path = statePath(data)
  writeFileSync(`${path}.new`, `${JSON.stringify(state, undefined, 2)}\n`)
  renameSync(`${path}.new`, path)
}

function statePath(data: string): string {
  return `${data.replace(/\/+$/, '')}.load.json`
}
