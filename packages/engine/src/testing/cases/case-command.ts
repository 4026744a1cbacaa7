import { type BatchWriteRowRequest, type CapacityUnit, decodeRows } from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import type { ManualClock } from '@rowhouse/platform/testing'
import { formatRow } from './cells.js'
import type { ParsedLine } from './requests.js'

export const INSTANCE = 'cases'

/** The state that the lines of one file share. */
export interface CaseContext {
  readonly engine: Engine
  readonly clock: ManualClock
  /** Rows of the batch that the next `batch` line sends. */
  readonly queued: BatchWriteRowRequest['tables'][number][]
  /** Ids of transactions by their names in the file. */
  readonly transactions: Map<string, string>
}

export const caseContext = (engine: Engine, clock: ManualClock): CaseContext => ({
  engine,
  clock,
  queued: [],
  transactions: new Map(),
})

export type Command = (context: CaseContext, line: ParsedLine) => Promise<string>

export const shown = (rows: Buffer): string =>
  rows.length === 0 ? '' : decodeRows(rows).map(formatRow).join('\n')

export const units = ({ read, write }: CapacityUnit): string => `units ${read},${write}`

/** `| | tx=name` runs inside the transaction; an unknown name is sent unchanged. */
export const transactionOf = (context: CaseContext, line: ParsedLine): string | undefined => {
  const name = line.options.get('tx')
  return name === undefined ? undefined : (context.transactions.get(name) ?? name)
}
