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
}

/**
 * Judges the columns of a table as partition keys by a sample of its rows, and by the calls that were counted
 * which of them should lie in a side table, as `rowhouse advise` does.
 */
export async function adviseTable(
  desk: Pick<AdviceDesk, 'advise'>,
  { client, table, touches }: AdvisedTable,
  signal: AbortSignal,
): Promise<TableAdvice> {
  // Reading the sample touches columns as well.
  const counted = await touchesOf(touches)
  const side = counted === undefined ? NO_SIDE : sideOf(counted)
  const sample = await sampleOf(client, table)
  const rows = sample.rows.length
  if (rows === 0) return { rows, partitions: 0, keys: [], side }
  return { ...(await desk.advise(sample, signal)), side }
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
async function sampleOf(client: Client, table: string): Promise<Sample> {
  const { ADVICE_ROWS_MAX, ADVICE_BYTES_MAX, ADVICE_COLUMNS_MAX } = consoleLimits
  const bounds = { rowsMax: ADVICE_ROWS_MAX, bytesMax: ADVICE_BYTES_MAX }
  try {
    return await sampleRows(client, table, bounds, (names) => names.slice(0, ADVICE_COLUMNS_MAX))
  } catch (error) {
    if (error instanceof TransferFailure) throw new Refusal(404, error.message)
    if (!(error instanceof CallError)) throw error
    throw new Refusal(error.status ?? 503, `${error.code}: ${error.message}`)
  }
}
