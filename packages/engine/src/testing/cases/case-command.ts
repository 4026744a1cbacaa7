import { type BatchWriteRowRequest, type CapacityUnit, decodeRows } from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import type { ManualClock } from '../manual-clock.js'
import { formatRow } from './cells.js'
import type { ParsedLine } from './requests.js'

export const INSTANCE = 'cases'

/** What the lines of one file share. */
export interface CaseContext {
  readonly engine: Engine
  readonly clock: ManualClock
  /** Rows of the batch that the next `batch` line sends. */
  readonly queued: BatchWriteRowRequest['tables'][number][]
}

export const caseContext = (engine: Engine, clock: ManualClock): CaseContext => ({
  engine,
  clock,
  queued: [],
})

export type Command = (context: CaseContext, line: ParsedLine) => Promise<string>

export const shown = (rows: Buffer): string =>
  rows.length === 0 ? '' : decodeRows(rows).map(formatRow).join('\n')

export const units = ({ read, write }: CapacityUnit): string => `units ${read},${write}`
