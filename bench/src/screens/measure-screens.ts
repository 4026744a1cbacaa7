import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'
import { figure, textTable } from '../report/text-table.js'
import type { ScreenAsk } from './screen-ask.js'

export interface ScreenFigures extends Pick<ScreenAsk, 'screen' | 'request' | 'way'> {
  readonly latency: LatencySummary
  readonly failures: number
  /** Of the first one that failed. */
  readonly failure: string | undefined
}

/** Asks everything once to warm the server up, and then again and again, one after the other. */
export async function measureScreen(
  { screen, request, way, asks }: ScreenAsk,
  times: number,
): Promise<ScreenFigures> {
  const histogram = new LatencyHistogram()
  let failures = 0
  let failure: string | undefined
  for (const ask of asks) await ask().catch(() => undefined)
  for (let count = 0; count < times; ) {
    for (const ask of asks) {
      const begin = performance.now()
      try {
        await ask()
      } catch (error) {
        failures += 1
        failure ??= error instanceof Error ? error.message : String(error)
      }
      histogram.record(performance.now() - begin)
      count += 1
    }
    if (asks.length === 0) break
  }
  return { screen, request, way, latency: histogram.summary(), failures, failure }
}

/** What is wanted at 20 million rows, warm, with one visitor. */
const GOALS: Readonly<Record<ScreenAsk['way'], number>> = {
  key: 200,
  list: 200,
  statistics: 1_000,
}

export function printScreens(figures: readonly ScreenFigures[]): void {
  const header = ['screen: request', 'kind', 'asked', 'p50 ms', 'p95 ms', 'max ms', 'goal', 'met']
  const rows = figures.map(({ screen, request, way, latency, failures }) => {
    const { count, p50Ms, p95Ms, maxMs } = latency
    const isMet = p95Ms <= GOALS[way] && failures === 0
    return [
      `${screen}: ${request}`,
      way === 'statistics' ? 'statistic' : 'list',
      String(count),
      ...[p50Ms, p95Ms, maxMs].map(figure),
      `p95 ${GOALS[way]}`,
      failures > 0 ? `${failures} FAILED` : isMet ? 'met' : 'MISSED',
    ]
  })
  console.log(textTable(header, rows))
  for (const { screen, request, failure } of figures) {
    if (failure !== undefined) console.log(`${screen}: ${request} failed: ${failure}`)
  }
}
