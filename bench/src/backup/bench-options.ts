import { parseArgs } from 'node:util'
import { positive, words } from '../options.js'

/** The stages of a run in their order; each uses what those before it have left in the folder. */
export const STAGES = ['load', 'copy', 'restore', 'serve', 'compare'] as const
export type Stage = (typeof STAGES)[number]

/** The share of the rows that are written after the moment of the restore. */
const LATER_SHARE = 0.1
const PAIR_ROWS_MAX = 500_000

export interface BackupBenchOptions {
  readonly rows: number
  /** The number of rows at the moment of the restore. */
  readonly cut: number
  readonly pairs: number
  readonly pairRows: number
  readonly directory: string
  readonly connections: number
  readonly program: string | undefined
  readonly serverArgs: readonly string[]
  readonly keep: boolean
  /** Undefined for all stages that are not done yet. */
  readonly stages: readonly Stage[] | undefined
}

export function parseBackupOptions(args: readonly string[]): BackupBenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '300000' },
      pairs: { type: 'string', default: '4' },
      'pair-rows': { type: 'string' },
      data: { type: 'string', default: 'data-bench/backup' },
      connections: { type: 'string', default: '8' },
      program: { type: 'string' },
      'server-args': { type: 'string', default: '' },
      stages: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  })
  const rows = positive('rows', values.rows)
  const pairs = values.pairs === '0' ? 0 : positive('pairs', values.pairs)
  const cut = Math.floor(rows * (1 - LATER_SHARE))
  const pairRows = Math.min(PAIR_ROWS_MAX, Math.floor(cut / Math.max(1, pairs)))
  return {
    rows,
    cut,
    pairs,
    pairRows: values['pair-rows'] === undefined ? pairRows : Number(values['pair-rows']),
    directory: values.data,
    connections: positive('connections', values.connections),
    program: values.program,
    serverArgs: words(values['server-args']),
    stages: values.stages?.split(',').map(stageNamed),
    keep: values.keep,
  }
}

function stageNamed(name: string): Stage {
  const stage = STAGES.find((candidate) => candidate === name)
  if (stage === undefined) throw new Error(`--stages takes ${STAGES.join(',')}, not "${name}"`)
  return stage
}
