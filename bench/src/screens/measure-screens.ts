import { LatencyHistogram, type LatencySummary } from '../load/latency-histogram.js'
import { figure, textTable } from '../report/text-table.js'
import type { ScreenAsk } from './screen-ask.js'

export interface ScreenFigures extends Pick<ScreenAsk, 'screen' | 'request' | 'way'> {
  readonly latency: LatencySummary
  /** The server's, for one request, of all its threads. */
  readonly processorMs: number | undefined
  /** Whether it was asked less often than wanted, because its time was over. */
  readonly isCut: boolean
  readonly failures: number
  /** Of the first one that failed. */
  readonly failure: string | undefined
}

interface Measuring {
  readonly times: number
  /** After this time nothing of the request is begun any more. */
  readonly limitMs: number
  /** That the server has used; undefined where it is not known. */
  readonly cpuSeconds: () => number | undefined
}

/** Asks everything once to warm the server up, and then again and again, one after the other. */
export async function measureScreen(
  { screen, request, way, asks }: ScreenAsk,
  { times, limitMs, cpuSeconds }: Measuring,
): Promise<ScreenFigures> {
  const histogram = new LatencyHistogram()
  const end = performance.now() + limitMs
  const hasTime = (): boolean => performance.now() < end
  let failures = 0
  let failure: string | undefined
  const failed = (error: unknown): void => {
    failures += 1
    failure ??= error instanceof Error ? error.message : String(error)
  }
  let count = 0
  let cpuAtBegin: number | undefined
  try {
    const all = typeof asks === 'function' ? await asks() : asks
    for (const ask of all) {
      // What fails is asked, and told, again, unless its time is over.
      if (hasTime()) await ask().catch((error: unknown) => hasTime() || failed(error))
    }
    cpuAtBegin = cpuSeconds()
    while (count < times && hasTime() && all.length > 0) {
      for (const ask of all) {
        if (!hasTime()) break
        const begin = performance.now()
        await ask().catch(failed)
        histogram.record(performance.now() - begin)
        count += 1
      }
    }
  } catch (error) {
    failed(error)
  }
  const isCut = count < times && !hasTime()
  const processorMs = msEach(cpuAtBegin, cpuSeconds(), count)
  const latency = histogram.summary()
  return { screen, request, way, latency, processorMs, isCut, failures, failure }
}

const msEach = (
  begin: number | undefined,
  end: number | undefined,
  count: number,
): number | undefined =>
  begin === undefined || end === undefined || count === 0
    ? undefined
    : ((end - begin) * 1_000) / count

/** What is wanted at 20 million rows, warm, with one visitor. */
const GOALS: Readonly<Record<ScreenAsk['way'], number>> = {
  key: 200,
  list: 200,
  statistics: 1_000,
}

export function printScreens(figures: readonly ScreenFigures[]): void {
  const times = ['p50 ms', 'p95 ms', 'max ms', 'processor ms']
  const header = ['screen: request', 'kind', 'asked', ...times, 'goal', 'met']
  const rows = figures.map(({ screen, request, way, latency, processorMs, isCut, failures }) => {
    const { count, p50Ms, p95Ms, maxMs } = latency
    const isMet = p95Ms <= GOALS[way] && count > 0
    const verdict = `${isMet ? 'met' : 'MISSED'}${isCut ? ', CUT' : ''}`
    return [
      `${screen}: ${request}`,
      way === 'statistics' ? 'statistic' : 'list',
      String(count),
      ...[p50Ms, p95Ms, maxMs].map((ms) => (count === 0 ? '-' : figure(ms))),
      processorMs === undefined ? '-' : figure(processorMs),
      `p95 ${GOALS[way]}`,
      failures > 0 ? `${failures} FAILED` : verdict,
    ]
  })
  console.log(textTable(header, rows))
  for (const { screen, request, failure } of figures) {
    if (failure !== undefined) console.log(`${screen}: ${request} failed: ${failure}`)
  }
}
