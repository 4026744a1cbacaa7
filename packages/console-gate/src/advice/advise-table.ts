import { CallError, type Client } from '@rowhouse/client'
import type { Sample } from '@rowhouse/practices'
import { type HeatResult, InstanceRefusal } from '@rowhouse/server'
import { TransferFailure, sampleRows } from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { TableAdvice } from '../shapes/index.js'
import type { AdviceDesk } from './advice-desk.js'
import { sideOf } from './advised-side.js'

/** Whose advice is wanted, and what is known of the table. */
export interface AdvisedTable {
  readonly client: Client
  readonly table: string
  /** How often its columns are read and written. */
  readonly touches: () => Promise<HeatResult>
  /** How much of it is looked at. */
  readonly bounds: AdviceBounds
}

export interface AdviceBounds {
  readonly rowsMax: number
  readonly bytesMax: number
  readonly columnsMax: number
  readonly onRows?: (rows: number) => void
}

/** A first look, which takes less than a second. */
export const firstBounds: AdviceBounds = {
  rowsMax: consoleLimits.ADVICE_ROWS_MAX,
  bytesMax: consoleLimits.ADVICE_BYTES_MAX,
  columnsMax: consoleLimits.ADVICE_COLUMNS_MAX,
}

export const moreBounds: AdviceBounds = {
  rowsMax: consoleLimits.ADVICE_MORE_ROWS_MAX,
  bytesMax: consoleLimits.ADVICE_MORE_BYTES_MAX,
  columnsMax: consoleLimits.ADVICE_MORE_COLUMNS_MAX,
}

/**
 * Judges the columns of a table as partition keys by a sample of its rows, and by the calls that were counted
 * which of them should lie in a side table, as `rowhouse advise` does.
 */
export async function adviseTable(
  desk: Pick<AdviceDesk, 'advise'>,
  { client, table, touches, bounds }: AdvisedTable,
  signal: AbortSignal,
): Promise<TableAdvice> {
  // Reading the sample touches columns as well.
  const counted = await touchesOf(touches)
  const side = counted === undefined ? NO_SIDE : sideOf(counted)
  const { sample, isPart } = await sampleOf(client, table, bounds, signal)
  const rows = sample.rows.length
  if (rows === 0) return { rows, isPart, partitions: 0, keys: [], side }
  return { ...(await desk.advise(sample, signal)), isPart, side }
}

const NO_SIDE = { sampledCalls: 0, move: [], columns: [], units: { now: 0, moved: 0 } }

/** Undefined for a table that is missing; reading it tells that. */
async function touchesOf(touches: AdvisedTable['touches']): Promise<HeatResult | undefined> {
  try {
    return await touches()
  } catch (error) {
    if (error instanceof InstanceRefusal) return undefined
    throw error
  }
}

/** Rejects with Refusal for a table that is missing, or that the service refuses to read. */
async function sampleOf(
  client: Client,
  table: string,
  { columnsMax, onRows, ...bounds }: AdviceBounds,
  signal: AbortSignal,
): Promise<{ readonly sample: Sample; readonly isPart: boolean }> {
  let columns = 0
  const tell = (rows: number): void => {
    signal.throwIfAborted()
    onRows?.(rows)
  }
  try {
    const sample = await sampleRows(client, table, { ...bounds, onRows: tell }, (names) => {
      columns = names.length
      return names.slice(0, columnsMax)
    })
    const isPart = sample.rows.length >= bounds.rowsMax || columns > columnsMax
    return { sample, isPart }
  } catch (error) {
    if (error instanceof TransferFailure) throw new Refusal(404, error.message)
    if (!(error instanceof CallError)) throw error
    throw new Refusal(error.status ?? 503, `${error.code}: ${error.message}`)
  }
}
