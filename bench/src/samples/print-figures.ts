import type { Way } from '@rowhouse/demos'
import { figure, textTable } from '../report/text-table.js'
import type { AskedFigures } from './ask-all.js'

/** What is wanted at 20 million rows, warm, with one caller. */
const GOALS: Readonly<
  Record<Way, { readonly percentile: 'p95Ms' | 'p99Ms'; readonly ms: number } | undefined>
> = {
  key: { percentile: 'p99Ms', ms: 10 },
  list: { percentile: 'p95Ms', ms: 200 },
  statistics: { percentile: 'p95Ms', ms: 1_000 },
  job: undefined,
}

export function printFigures(figures: readonly AskedFigures[]): void {
  const header = ['question', 'way', 'asked', 'p50 ms', 'p95 ms', 'p99 ms', 'max ms', 'goal']
  const rows = figures.map(({ name, way, latency }) => {
    const { count, p50Ms, p95Ms, p99Ms, maxMs } = latency
    const numbers = [p50Ms, p95Ms, p99Ms, maxMs].map(figure)
    return [name, way, String(count), ...numbers, verdictOf(way, latency)]
  })
  console.log(textTable(header, rows))
}

function verdictOf(way: Way, latency: AskedFigures['latency']): string {
  const goal = GOALS[way]
  if (goal === undefined) return ''
  const isMet = latency[goal.percentile] <= goal.ms
  return `${isMet ? 'met' : 'MISSED'}: ${goal.percentile.slice(0, 3)} ${goal.ms}`
}
