import type { Arrival } from './arrival.js'
import type { Candidate } from './candidate.js'
import { expectValues } from './expected-share.js'
import { largestShareOfMoment, shareOfRecentKeys } from './locality.js'
import { shareAtEnd } from './movement.js'
import { countRanks } from './ranked-values.js'
import { shuffle } from './shuffle.js'
import { simulateLoad } from './simulate-load.js'
import { type Workload, rowsOfPartition } from './workload.js'

/** What was measured of a candidate. Shares are from 0 to 1; what is not known is null. */
export interface Figures {
  /** Distinct keys in the sample, and as many as it lets expect. */
  readonly values: number
  readonly expectedValues: number
  readonly missingShare: number
  /** Of all rows, those of the largest key: in the sample, and as far as it is not chance. */
  readonly largestShare: number
  readonly expectedLargestShare: number
  /** Of a hundred rows that follow each other. */
  readonly momentLargestShare: number
  /** What the table takes per second at most, however many partitions: the largest key has only one. */
  readonly ceilingRowsPerSecond: number
  readonly largestBytes: number
  readonly largestBytesAtHorizon: number | null
  /** New rows at the busier end of the keys; 0.05 if they do not move. */
  readonly endShare: number
  readonly countsWithin: string | null
  /** Rows whose key one of the thousand rows before had. */
  readonly recentShare: number
  /** Of the throughput of all partitions, what the load can use. */
  readonly usedThroughput: number
  readonly rowsPerSecond: number
  readonly keyBytes: number
  /** Of a splice: pairs of rows that its weakest column parts. */
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
  // What one key has at any moment, no other partition can take.
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

/** Some key has a few of a hundred rows even where all are equally frequent. */
const CHANCE_SHARE = 0.04

const momentShareBeyondChance = (share: number): number => (share <= CHANCE_SHARE ? 0 : share)

/** Only from what is said of a day: the sample's own time says nothing of the busy hours or of other days. */
function bytesAtHorizon(
  { leavesValues }: Candidate,
  share: number,
  { rowsPerDay, rowBytes, horizonDays }: Workload,
): number | null {
  // A counter leaves its values behind: none of them grows for a year.
  if (rowsPerDay === undefined || leavesValues) return null
  return Math.round(share * rowsPerDay * horizonDays * rowBytes)
}
