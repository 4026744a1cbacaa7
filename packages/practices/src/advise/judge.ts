import { limits } from '@rowhouse/protocol'
import { type Candidate, MOVING_END_SHARE } from './candidate.js'
import { isUsefulShare } from '../splice/division.js'
import type { Figures } from './figures.js'
import type { Reason } from './reason.js'
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
  readonly reason: Reason
}

export interface Judgement {
  readonly verdict: Verdict
  /** The most important first. */
  readonly reasons: readonly Reason[]
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
  if (missingShare > 0) findings.push(bad({ code: 'missing', share: missingShare }))
  if (keyBytes > limits.PRIMARY_KEY_VALUE_BYTES_MAX)
    findings.push(bad({ code: 'longKey', bytes: keyBytes }))
  if (values === 1) findings.push(bad({ code: 'oneValue' }))
  if (weakest !== undefined && !isUsefulShare(weakest.share)) {
    const { column, share } = weakest
    const others = columns.filter((name) => name !== column)
    findings.push(bad({ code: 'noDivision', column, share, others }))
  }
  return findings
}

function judgeMovement({ columns }: Candidate, { endShare, countsWithin }: Figures): Finding[] {
  if (endShare >= MOVING_END_SHARE) return [bad({ code: 'moving', share: endShare })]
  const [column] = columns
  if (countsWithin === null || column === undefined) return []
  return [bad({ code: 'counting', column, within: countsWithin })]
}

function judgeLargest(figures: Figures, { partitions }: Workload): Finding[] {
  const { values, expectedValues, expectedLargestShare, momentLargestShare } = figures
  const findings: Finding[] = []
  if (values > 1 && expectedValues < partitions * FAIR_VALUES) {
    const reason: Reason = { code: 'fewValues', values: expectedValues }
    findings.push(expectedValues < partitions * BAD_VALUES ? bad(reason) : fair(reason))
  }
  const useOf = (share: number): number => 1 / (share * partitions)
  const largestUse = useOf(expectedLargestShare)
  if (values > 1 && largestUse < FAIR_USE)
    findings.push(worstOf(largestUse, { code: 'largest', share: expectedLargestShare }))
  const momentUse = useOf(momentLargestShare)
  if (values > 1 && momentUse < Math.min(FAIR_USE, largestUse * FAIR_USE))
    findings.push(worstOf(momentUse, { code: 'atMoments', share: momentLargestShare }))
  return findings
}

function judgeUse(figures: Figures, { partitions }: Workload): Finding[] {
  const { usedThroughput, values, rowsPerSecond, countsWithin } = figures
  const use = { share: usedThroughput, partitions, rowsPerSecond }
  if (usedThroughput < FAIR_USE) return [worstOf(usedThroughput, { code: 'use', ...use })]
  // A sample is too short to show how a narrow range of keys moves.
  return countsWithin === null ? [good({ code: 'spread', values, ...use })] : []
}

function judgeGrowth(figures: Figures, workload: Workload): Finding[] {
  const { largestBytesAtHorizon, expectedLargestShare } = figures
  const findings: Finding[] = []
  if (largestBytesAtHorizon !== null) {
    const grown = { bytes: largestBytesAtHorizon, days: workload.horizonDays }
    findings.push(
      largestBytesAtHorizon > limits.PARTITION_KEY_BYTES
        ? bad({ code: 'tooLarge', ...grown, advised: limits.PARTITION_KEY_BYTES })
        : good({ code: 'grown', ...grown }),
    )
  }
  const { rowsPerSecond } = workload
  if (rowsPerSecond !== undefined) {
    const ofLargest = expectedLargestShare * rowsPerSecond
    const served = rowsOfPartition(workload)
    if (ofLargest > served) findings.push(bad({ code: 'tooHot', rowsPerSecond: ofLargest, served }))
  }
  return findings
}

const describeCosts = ({ transform }: Candidate): Reason[] =>
  transform === 'hash' ? [{ code: 'noRanges' }] : []

const bad = (reason: Reason): Finding => ({ verdict: 'bad', reason })
const fair = (reason: Reason): Finding => ({ verdict: 'fair', reason })
const good = (reason: Reason): Finding => ({ verdict: 'good', reason })
const worstOf = (use: number, reason: Reason): Finding =>
  use < BAD_USE ? bad(reason) : fair(reason)
