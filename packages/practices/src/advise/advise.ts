import { practicesLimits } from '../limits.js'
import { PracticeError } from '../practice-error.js'
import { createHashPrefix } from '../hash/hash-prefix.js'
import { type HashDesign, USUAL_HASH } from '../hash/prefix-by.js'
import { type Order, arrivalOf } from './arrival.js'
import {
  type Candidate,
  type Column,
  MOVING_END_SHARE,
  type Transform,
  columnsOf,
  hashed,
  plain,
  spliced,
} from './candidate.js'
import { type Figures, measure } from './figures.js'
import { type Verdict, judge } from './judge.js'
import type { Reason } from './reason.js'
import type { Sample } from './sample.js'
import { type Workload, type WorkloadOptions, workloadOf } from './workload.js'

export interface AdviceOptions extends WorkloadOptions {
  /** The order in which the rows were written, if it is known. */
  readonly order?: Order | undefined
  /** Splices to judge, besides all pairs. */
  readonly splices?: readonly (readonly string[])[] | undefined
  readonly hash?: HashDesign
}

export interface JudgedCandidate {
  readonly columns: readonly string[]
  readonly transform: Transform
  readonly verdict: Verdict
  readonly reasons: readonly Reason[]
  readonly figures: Figures
}

export interface Advice {
  readonly rows: number
  readonly sampledRows: number
  readonly orders: readonly Order[]
  readonly workload: Workload
  /** Best first. */
  readonly candidates: readonly JudgedCandidate[]
}

/** Judges from a sample which columns, and splices or hashes of columns, make a good partition key. */
export function advise(sample: Sample, options: AdviceOptions = {}): Advice {
  if (sample.rows.length === 0) throw new PracticeError('there are no rows to judge by')
  const workload = workloadOf(options, sample.rowBytes)
  const arrival = arrivalOf(sample, options.order)
  const hash = createHashPrefix(options.hash ?? USUAL_HASH)
  const judged = (candidate: Candidate): JudgedCandidate => {
    const figures = measure(candidate, arrival, sample.rowCount, workload)
    const { columns, transform } = candidate
    return { columns, transform, ...judge(candidate, figures, workload), figures }
  }
  const columns = columnsOf(sample, arrival)
  const singles = columns.map((column) => ({ column, candidate: judged(plain(column)) }))
  const paired = singles
    .toSorted((a, b) => compareCandidates(a.candidate, b.candidate))
    .slice(0, practicesLimits.ADVICE_PAIRED_COLUMNS_MAX)
  const candidates = [
    ...singles.map(({ candidate }) => candidate),
    ...columns.map((column) => judged(hashed(column, hash))),
    ...pairsOf(paired).map((pair) => needed(judged(spliced(pair)), singles)),
    ...(options.splices ?? []).map((names) =>
      needed(judged(spliced(named(columns, names))), singles),
    ),
  ]
  return {
    rows: sample.rowCount,
    sampledRows: sample.rows.length,
    orders: arrival.orders,
    workload,
    candidates: candidates.toSorted(compareCandidates),
  }
}

interface Single {
  readonly column: Column
  readonly candidate: JudgedCandidate
}

/** A splice is for keys that are too large or too hot. If one of its columns is good, it is not needed. */
function needed(splice: JudgedCandidate, singles: readonly Single[]): JudgedCandidate {
  const enough = singles.find(
    ({ column, candidate }) => candidate.verdict === 'good' && splice.columns.includes(column.name),
  )
  if (splice.verdict !== 'good' || enough === undefined) return splice
  return {
    ...splice,
    reasons: [{ code: 'notNeeded', column: enough.column.name }, ...splice.reasons],
  }
}

/** Each pair once. In a pair, a column that does not move comes first, then the one with more values. */
function pairsOf(singles: readonly Single[]): [Column, Column][] {
  const moves = ({ figures }: JudgedCandidate): number =>
    figures.countsWithin !== null || figures.endShare >= MOVING_END_SHARE ? 1 : 0
  const leading = singles.toSorted(
    (a, b) =>
      moves(a.candidate) - moves(b.candidate) ||
      b.candidate.figures.values - a.candidate.figures.values,
  )
  return leading.flatMap((first, index) =>
    leading.slice(index + 1).map((second): [Column, Column] => [first.column, second.column]),
  )
}

function named(columns: readonly Column[], names: readonly string[]): [Column, ...Column[]] {
  const [first, ...others] = names.map((name) => {
    const column = columns.find((each) => each.name === name)
    if (column === undefined) throw new PracticeError(`there is no column ${name}`)
    return column
  })
  if (first === undefined || others.length === 0)
    throw new PracticeError('a splice has two columns or more')
  return [first, ...others]
}

const VERDICTS: readonly Verdict[] = ['good', 'fair', 'bad']
/**
 * The order of equal candidates: the simplest first, because a splice makes longer keys and a hash loses
 * ranges.
 */
const SIMPLICITY: readonly Transform[] = ['none', 'splice', 'hash']

/** Orders by verdict, then by throughput, rounded to tenths because a sample is no more exact. */
export function compareCandidates(a: JudgedCandidate, b: JudgedCandidate): number {
  const tenths = ({ figures }: JudgedCandidate): number => Math.round(figures.usedThroughput * 10)
  return (
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    tenths(b) - tenths(a) ||
    SIMPLICITY.indexOf(a.transform) - SIMPLICITY.indexOf(b.transform) ||
    a.columns.length - b.columns.length ||
    b.figures.usedThroughput - a.figures.usedThroughput
  )
}
