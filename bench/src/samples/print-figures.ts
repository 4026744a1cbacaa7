import type { Way } from '@rowhouse/demos'
import { figure, textTable } from '../report/text-table.js'
import type { AskedFigures } from './ask-all.js'
import type { BesideWritesFigures } from './beside-writes/ask-beside-writes.js'

type Goals = Readonly<
  Record<Way, { readonly percentile: 'p95Ms' | 'p99Ms'; readonly ms: number } | undefined>
>

/** What is wanted at 20 million rows, warm, with one caller. */
const GOALS: Goals = {
  key: { percentile: 'p99Ms', ms: 10 },
  list: { percentile: 'p95Ms', ms: 200 },
  statistics: { percentile: 'p95Ms', ms: 1_000 },
  job: undefined,
}

/** The same at 100 million. */
const LARGE_GOALS: Goals = {
  ...GOALS,
  list: { percentile: 'p95Ms', ms: 500 },
  statistics: { percentile: 'p95Ms', ms: 5_000 },
}
const LARGE_ROWS = 100_000_000

/** Tells each question's figures beside the goal for a sample of so many rows. */
export function printFigures(figures: readonly AskedFigures[], sampleRows: number): void {
  const goals = sampleRows >= LARGE_ROWS ? LARGE_GOALS : GOALS
  const header = [
    'question',
    'way',
    'asked',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'max ms',
    'server CPU ms',
    'goal',
  ]
  const rows = figures.map(({ name, way, latency, cpuMsPerAsk }) => {
    const { count, p50Ms, p95Ms, p99Ms, maxMs } = latency
    const numbers = [p50Ms, p95Ms, p99Ms, maxMs].map(figure)
    const cpu = cpuMsPerAsk === undefined ? '' : figure(cpuMsPerAsk)
    return [name, way, String(count), ...numbers, cpu, verdictOf(goals[way], latency)]
  })
  console.log(textTable(header, rows))
}

/** Of 20 million rows. */
const PAGED_GOAL_MS = 2_000
const FRESH_GOAL_MS = 2_000
const KEY_READ_TIMES = 3
const WRITTEN_GOAL = 5_000
/** The writer is paced by a clock, so it is a little late at its end. */
const WRITTEN_SHARE = 0.98

export function printPaged({ keys, ms }: { readonly keys: number; readonly ms: number }): void {
  console.log(`${keys} keys paged in ${figure(ms)} ms (goal ${PAGED_GOAL_MS} of 100,000)`)
}

export function printBesideWrites({
  rowsPerSecond,
  searches,
  searchesPerSecond,
  failures,
  keyReadsAlone,
  keyReads,
  fresh,
}: BesideWritesFigures): void {
  const times = keyReads.p99Ms / keyReadsAlone.p99Ms
  const told = [...failures].map(([code, count]) => `${count} ${code}`)
  const failed = told.length === 0 ? 'none failed' : told.join(', ')
  const share = `p99 ${figure(times)} times that alone`
  const rows = [
    ['searches', searches, verdict(failures.size === 0, failed)],
    ['key reads alone', keyReadsAlone, ''],
    ['key reads', keyReads, verdict(times <= KEY_READ_TIMES, `${share}, goal ${KEY_READ_TIMES}`)],
    [
      'rows are found after',
      fresh,
      verdict(fresh.p99Ms <= FRESH_GOAL_MS, `p99, goal ${FRESH_GOAL_MS}`),
    ],
  ] as const
  const isWritten = rowsPerSecond >= WRITTEN_GOAL * WRITTEN_SHARE
  const rate = verdict(isWritten, `goal ${WRITTEN_GOAL}`)
  console.log(
    `Beside ${figure(rowsPerSecond)} rows/s that are written (${rate}), ` +
      `${figure(searchesPerSecond)} searches/s:`,
  )
  const cells = rows.map(([name, { count, p50Ms, p99Ms }, note]) => [
    name,
    String(count),
    ...[p50Ms, p99Ms].map(figure),
    note,
  ])
  console.log(textTable(['', 'count', 'p50 ms', 'p99 ms', ''], cells))
}

function verdictOf(goal: Goals[Way], latency: AskedFigures['latency']): string {
  if (goal === undefined) return ''
  return verdict(latency[goal.percentile] <= goal.ms, `${goal.percentile.slice(0, 3)} ${goal.ms}`)
}

const verdict = (isMet: boolean, goal: string): string => `${isMet ? 'met' : 'MISSED'}: ${goal}`
