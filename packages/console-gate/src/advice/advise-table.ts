import { CallError, type Client } from '@rowhouse/client'
import type { Sample } from '@rowhouse/practices'
import { TransferError, sampleRows } from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { TableAdvice } from '../shapes/index.js'
import type { AdviceDesk } from './advice-desk.js'

/** Judges the columns of a table as partition keys by a sample of its rows, as `rowhouse advise` does. */
export async function adviseTable(
  desk: Pick<AdviceDesk, 'advise'>,
  client: Client,
  table: string,
  signal: AbortSignal,
): Promise<TableAdvice> {
  const sample = await sampleOf(client, table)
  const rows = sample.rows.length
  if (rows === 0) return { rows, partitions: 0, keys: [] }
  return desk.advise(sample, signal)
}

/** Rejects with Refusal for a table that is missing, or that the service refuses to read. */
async function sampleOf(client: Client, table: string): Promise<Sample> {
  const { ADVICE_ROWS_MAX, ADVICE_BYTES_MAX, ADVICE_COLUMNS_MAX } = consoleLimits
  const bounds = { rowsMax: ADVICE_ROWS_MAX, bytesMax: ADVICE_BYTES_MAX }
  try {
    return await sampleRows(client, table, bounds, (names) => names.slice(0, ADVICE_COLUMNS_MAX))
  } catch (error) {
    if (error instanceof TransferError) throw new Refusal(404, error.message)
    if (!(error instanceof CallError)) throw error
    throw new Refusal(error.status ?? 503, `${error.code}: ${error.message}`)
  }
}
