import { expectDefined, outOfRange } from '@rowhouse/platform'
import type { RankedValues } from './ranked-values.js'

/** Rows that count as recent. */
const RECENT_ROWS = 1000
/** Rows that count as one moment. */
const MOMENT_ROWS = 100

/** The share of rows whose key is also in one of the thousand before: the hit rate of a cache. */
export function shareOfRecentKeys({ ranks, distinct }: RankedValues): number {
  const lastRow = new Int32Array(distinct).fill(-RECENT_ROWS - 1)
  let found = 0
  for (let row = 0; row < ranks.length; row++) {
    const rank = ranks[row] ?? outOfRange()
    if (row - (lastRow[rank] ?? outOfRange()) <= RECENT_ROWS) found += 1
    lastRow[rank] = row
  }
  return ranks.length === 0 ? 0 : found / ranks.length
}

/** With fewer rows for each value, a sample does not show that values come one after the other. */
const ROWS_PER_VALUE = 2

/** Whether all rows of each value are consecutive, as those of a time in seconds are. */
export function comesOnce({ ranks, distinct }: RankedValues): boolean {
  let changes = 0
  for (let row = 1; row < ranks.length; row++) {
    if (ranks[row - 1] !== ranks[row]) changes += 1
  }
  return distinct > 1 && ranks.length >= distinct * ROWS_PER_VALUE && changes === distinct - 1
}

/**
 * The share of the most frequent key in a hundred consecutive rows; the median over the sample. A time in
 * seconds has many values in a day but only one at any moment, with or without a hash.
 */
export function largestShareOfMoment(values: RankedValues): number {
  if (comesOnce(values)) return 1
  const { ranks, distinct } = values
  const shares: number[] = []
  const counts = new Int32Array(distinct)
  for (let begin = 0; begin + MOMENT_ROWS <= ranks.length; begin += MOMENT_ROWS) {
    const moment = ranks.subarray(begin, begin + MOMENT_ROWS)
    let most = 0
    for (const rank of moment) {
      const count = expectDefined(counts[rank], 'a rank') + 1
      counts[rank] = count
      most = Math.max(most, count)
    }
    for (const rank of moment) counts[rank] = 0
    shares.push(most / MOMENT_ROWS)
  }
  if (shares.length === 0) return 0
  return expectDefined(shares.toSorted((a, b) => a - b)[shares.length >> 1], 'a median')
}
