import { CallError, type Client } from '@rowhouse/client'
import { type Sample, advise } from '@rowhouse/practices'
import { TransferError, sampleRows } from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import { Refusal } from '../refusal.js'
import type { TableAdvice } from '../shapes/index.js'

/** Judges the columns of a table as partition keys by a sample of its rows, as `rowhouse advise` does. */
export async function adviseTable(client: Client, table: string): Promise<TableAdvice> {
  const { ADVISED_KEYS_MAX } = consoleLimits
  const sample = await sampleOf(client, table)
  const rows = sample.rows.length
  if (rows === 0) return { rows, partitions: 0, keys: [] }
  const { workload, candidates } = advise(sample)
  return {
    rows,
    partitions: workload.partitions,
    keys: candidates
      .slice(0, ADVISED_KEYS_MAX)
      .map(({ columns, transform, verdict, reasons, figures }) => ({
        columns,
        transform,
        verdict,
        reasons,
        usedThroughput: figures.usedThroughput,
        values: figures.values,
        largestShare: figures.expectedLargestShare,
        endShare: figures.endShare,
      })),
  }
}

/** Rejects with Refusal for a table that is missing, or that the service refuses to read. */
async function sampleOf(client: Client, table: string): Promise<Sample> {
  const { ADVICE_ROWS_MAX, ADVICE_COLUMNS_MAX } = consoleLimits
  try {
    return await sampleRows(client, table, ADVICE_ROWS_MAX, (names) =>
      names.slice(0, ADVICE_COLUMNS_MAX),
    )
  } catch (error) {
    if (error instanceof TransferError) throw new Refusal(404, error.message)
    if (!(error instanceof CallError)) throw error
    throw new Refusal(error.status ?? 503, `${error.code}: ${error.message}`)
  }
}
