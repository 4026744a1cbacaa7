import type { Client } from '@rowhouse/client'
import { advise } from '@rowhouse/practices'
import { sampleRows } from '@rowhouse/transfer'
import { consoleLimits } from '../limits.js'
import type { TableAdvice } from '../shapes/index.js'

/** Judges the columns of a table as partition keys by a sample of its rows, as `rowhouse advise` does. */
export async function adviseTable(client: Client, table: string): Promise<TableAdvice> {
  const { ADVICE_ROWS_MAX, ADVICE_COLUMNS_MAX, ADVISED_KEYS_MAX } = consoleLimits
  const sample = await sampleRows(client, table, ADVICE_ROWS_MAX, (names) =>
    names.slice(0, ADVICE_COLUMNS_MAX),
  )
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
