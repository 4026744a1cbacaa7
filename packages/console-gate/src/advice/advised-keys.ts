import type { Advice } from '@rowhouse/practices'
import { consoleLimits } from '../limits.js'
import type { KeysAdvice } from '../shapes/index.js'

/** What the pages show of an advice. */
export const keysOf = ({ workload, candidates, sampledRows }: Advice): KeysAdvice => ({
  rows: sampledRows,
  partitions: workload.partitions,
  keys: candidates
    .slice(0, consoleLimits.ADVISED_KEYS_MAX)
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
})
