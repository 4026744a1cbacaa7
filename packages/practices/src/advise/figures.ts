import type { Arrival } from './arrival.js'
import type { Candidate } from './candidate.js'
import { expectValues } from './expected-share.js'
import { largestShareOfMoment, shareOfRecentKeys } from './locality.js'
import { shareAtEnd } from './movement.js'
import { countRanks } from './ranked-values.js'
import { shuffle } from './shuffle.js'
import { simulateLoad } from './simulate-load.js'
import { type Workload, rowsOfPartition } from './workload.js'

/** The figures of a candidate. Shares are from 0 to 1; an unknown figure is null. */
export interface Figures {
  /** Distinct keys in the sample, and the expected number in all. */
  readonly values: number
  readonly expectedValues: number
  readonly missingShare: number
  /** The share of rows with the most frequent key: in the sample, and corrected for chance. */
  readonly largestShare: number
  readonly expectedLargestShare: number
  /** The share of the most frequent key in a hundred consecutive rows. */
  readonly momentLargestShare: number
  /** The maximum rows per second with any number of partitions, because the largest key has only one. */
  readonly ceilingRowsPerSecond: number
  readonly largestBytes: number
  readonly largestBytesAtHorizon: number | null
  /** The share of new rows at the busier end of the keys; 0.05 if they do not move. */
  readonly endShare: number
  readonly countsWithin: string | null
  /** The share of rows whose key is also in one of the thousand rows before. */
  readonly recentShare: number
  /** The share of all partitions' throughput that the load can use. */
  readonly usedThroughput: number
  readonly rowsPerSecond: number
  readonly keyBytes: number
  /** The share of pairs of rows that the weakest column of a splice divides. */
  readonly dividedShare: number | null
}

export function measure(
  candidate: Candidate,
  { ordersOf }: Arrival,
  rowCount: number,
  workload: Workload,
): Figures {
  const { values } = candidate
  const rows = Math.max(1, values.ranks.length)
  const counts = countRanks(values)
  const expected = expectValues(counts)
  const largestShare = counts.reduce((most, count) => Math.max(most, count), 0) / rows
  const orders = ordersOf(values)
  const momentLargestShare = most(orders.map((order) => largestShareOfMoment(order)))
  const { rowBytes, partitions } = workload
  const partitionRows = rowsOfPartition(workload)
  // The load of one key at any moment goes to one partition.
  const ceiling = 1 / Math.max(expected.largestShare, momentShareBeyondChance(momentLargestShare))
  const simulated = orders.length === 0 ? [shuffle(values)] : orders
  const used = Math.min(
    ...simulated.map((order) => simulateLoad(order, partitions)),
    ceiling / partitions,
  )
  return {
    values: values.distinct,
    expectedValues: Math.round(expected.values),
    missingShare: values.missing / rows,
    largestShare,
    expectedLargestShare: expected.largestShare,
    momentLargestShare,
    ceilingRowsPerSecond: Math.round(ceiling * partitionRows),
    largestBytes: Math.round(largestShare * rowCount * rowBytes),
    largestBytesAtHorizon: bytesAtHorizon(candidate, expected.largestShare, workload),
    endShare: most(orders.map(shareAtEnd)),
    countsWithin: candidate.countsWithin ?? null,
    recentShare: most(orders.map(shareOfRecentKeys)),
    usedThroughput: used,
    rowsPerSecond: Math.round(used * partitions * partitionRows),
    keyBytes: values.bytesMax,
    dividedShare: candidate.weakest?.share ?? null,
  }
}

const most = (numbers: readonly number[]): number => Math.max(0, ...numbers)

/** A key has this share of a hundred rows by chance even when all keys are equally frequent. */
const CHANCE_SHARE = 0.04

const momentShareBeyondChance = (share: number): number => (share <= CHANCE_SHARE ? 0 : share)

/** Needs the rows of a day, because the sample's own time does not show busy hours or other days. */
function bytesAtHorizon(
  { leavesValues }: Candidate,
  share: number,
  { rowsPerDay, rowBytes, horizonDays }: Workload,
): number | null {
  // A counter does not return to its values, so none of them grows for a year.
  if (rowsPerDay === undefined || leavesValues) return null
  return Math.round(share * rowsPerDay * horizonDays * rowBytes)
}
