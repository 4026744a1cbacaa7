import { limits } from '@rowhouse/protocol'
import { type Candidate, MOVING_END_SHARE } from './candidate.js'
import { isUsefulShare } from '../splice/division.js'
import { bytesText, countText, percentText } from './figure-texts.js'
import type { Figures } from './figures.js'
import { type Workload, rowsOfPartition } from './workload.js'

export type Verdict = 'good' | 'fair' | 'bad'

/** Shares of the partitions' throughput below which a candidate is bad or fair. */
const BAD_USE = 0.4
const FAIR_USE = 0.6
/** Values for each partition, below which the table can hardly be split further, or not at all. */
const FAIR_VALUES = 4
const BAD_VALUES = 2

interface Finding {
  readonly verdict: Verdict
  readonly reason: string
}

export interface Judgement {
  readonly verdict: Verdict
  /** Sentences, the most important first. */
  readonly reasons: readonly string[]
}

/** Judges the figures rule by rule; the worst finding is the verdict. */
export function judge(candidate: Candidate, figures: Figures, workload: Workload): Judgement {
  const findings = [
    ...judgeKey(candidate, figures),
    ...judgeMovement(candidate, figures),
    ...judgeLargest(figures, workload),
    ...judgeUse(figures, workload),
    ...judgeGrowth(figures, workload),
  ]
  const order: readonly Verdict[] = ['bad', 'fair', 'good']
  const sorted = findings.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict))
  return {
    verdict: sorted[0]?.verdict ?? 'good',
    reasons: [...sorted.map(({ reason }) => reason), ...describeCosts(candidate)],
  }
}

function judgeKey(candidate: Candidate, figures: Figures): Finding[] {
  const { missingShare, keyBytes, values } = figures
  const { weakest, columns } = candidate
  const findings: Finding[] = []
  if (missingShare > 0)
    findings.push(
      bad(`${percentText(missingShare)} of the rows have no value; a key column needs one`),
    )
  if (keyBytes > limits.PRIMARY_KEY_VALUE_BYTES_MAX)
    findings.push(bad(`the longest key has ${keyBytes} bytes; at most 1,024 are allowed`))
  if (values === 1) findings.push(bad('all rows have the same value'))
  if (weakest !== undefined && !isUsefulShare(weakest.share)) {
    const others = columns.filter((name) => name !== weakest.column).join(' and ')
    const parted = `it parts ${percentText(weakest.share)} of the rows with the same ${others}`
    const reason = `${weakest.column} adds no division: ${parted}`
    findings.push(bad(`${reason}; the key without it does the same`))
  }
  return findings
}

function judgeMovement({ columns }: Candidate, { endShare, countsWithin }: Figures): Finding[] {
  if (endShare >= MOVING_END_SHARE)
    return [
      bad(
        `the keys move: ${percentText(endShare)} of new rows go to one end of the table, and only the partition there works`,
      ),
    ]
  if (countsWithin === null) return []
  return [
    bad(
      `${columns[0]} counts up within each ${countsWithin}, all of them in the same narrow run of keys: ` +
        'few partitions are written at any moment, and the run moves on',
    ),
  ]
}

function judgeLargest(figures: Figures, { partitions }: Workload): Finding[] {
  const { values, expectedValues, expectedLargestShare, momentLargestShare } = figures
  const findings: Finding[] = []
  if (values > 1 && expectedValues < partitions * FAIR_VALUES) {
    const reason = `only ${countText(expectedValues)} values: they can never be spread over more partitions`
    findings.push(expectedValues < partitions * BAD_VALUES ? bad(reason) : fair(reason))
  }
  const useOf = (share: number): number => 1 / (share * partitions)
  const largestUse = useOf(expectedLargestShare)
  if (values > 1 && largestUse < FAIR_USE)
    findings.push(
      worstOf(
        largestUse,
        `one value has ${percentText(expectedLargestShare)} of the rows, and one partition has to take it: ` +
          `the table gets what ${(1 / expectedLargestShare).toFixed(1)} partitions serve, however many it has`,
      ),
    )
  const momentUse = useOf(momentLargestShare)
  if (values > 1 && momentUse < Math.min(FAIR_USE, largestUse * FAIR_USE))
    findings.push(
      worstOf(
        momentUse,
        `at any moment one value has ${percentText(momentLargestShare)} of the rows, though not for long`,
      ),
    )
  return findings
}

function judgeUse(figures: Figures, { partitions }: Workload): Finding[] {
  const { usedThroughput, values, rowsPerSecond, countsWithin } = figures
  const of = `${percentText(usedThroughput)} of ${partitions} partitions`
  const use = `the load can use ${of}, ${countText(rowsPerSecond)} rows a second`
  if (usedThroughput < FAIR_USE) return [worstOf(usedThroughput, use)]
  // A sample is too short to show how a narrow range of keys moves.
  return countsWithin === null ? [good(`${countText(values)} values in the sample; ${use}`)] : []
}

function judgeGrowth(figures: Figures, workload: Workload): Finding[] {
  const { largestBytesAtHorizon, expectedLargestShare } = figures
  const findings: Finding[] = []
  if (largestBytesAtHorizon !== null) {
    const bytes = bytesText(largestBytesAtHorizon)
    const text = `the largest value has ${bytes} after ${workload.horizonDays} days`
    const isTooBig = largestBytesAtHorizon > limits.PARTITION_KEY_BYTES
    findings.push(
      isTooBig
        ? bad(`${text}; more than the ${bytesText(limits.PARTITION_KEY_BYTES)} that are advised`)
        : good(text),
    )
  }
  const { rowsPerSecond } = workload
  if (rowsPerSecond !== undefined) {
    const ofLargest = expectedLargestShare * rowsPerSecond
    const ceiling = rowsOfPartition(workload)
    if (ofLargest > ceiling)
      findings.push(
        bad(
          `the largest value gets ${countText(ofLargest)} rows a second; a partition serves ${countText(ceiling)}`,
        ),
      )
  }
  return findings
}

const describeCosts = ({ transform }: Candidate): string[] =>
  transform === 'hash' ? ['a hash loses ranges: values that follow each other lie far apart'] : []

const bad = (reason: string): Finding => ({ verdict: 'bad', reason })
const fair = (reason: string): Finding => ({ verdict: 'fair', reason })
const good = (reason: string): Finding => ({ verdict: 'good', reason })
const worstOf = (use: number, reason: string): Finding =>
  use < BAD_USE ? bad(reason) : fair(reason)
