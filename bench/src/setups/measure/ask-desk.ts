import { timed } from '@rowhouse/demos'
import { LatencyHistogram, type LatencySummary } from '../../load/latency-histogram.js'
import { cpuSecondsOf } from '../../report/process-figures.js'
import { isNeedsScan } from '../questions/desk-questions.js'
import { type DeskQuestion, isRight } from '../questions/desk-trials.js'
import type { Setup } from '../setup.js'

/** Questions that are asked once before they are measured. */
const WARM_UP = 10

export interface QuestionFigures {
  readonly name: string
  /** Of those that were answered. */
  readonly latency: LatencySummary
  /** Processor time of all servers for each that was answered, which a busy machine changes least. */
  readonly cpuMs: number | undefined
  readonly asked: number
  readonly right: number
  /** What a scan would have to read for the rest; undefined when everything was answered. */
  readonly needsScanOf: string | undefined
  /** Parameters of answers that differ from the generator's. */
  readonly wrong: readonly unknown[]
}

/** Asks every trial, one after the other, and compares each answer with the generator's. */
export async function askDesk(
  { desk, processes }: Pick<Setup, 'desk' | 'processes'>,
  { name, trials }: DeskQuestion,
): Promise<QuestionFigures> {
  for (const trial of trials.slice(0, WARM_UP)) await trial.ask(desk)
  const histogram = new LatencyHistogram()
  const wrong: unknown[] = []
  let right = 0
  let needsScanOf: string | undefined
  const begin = cpuSecondsOfAll(processes())
  for (const trial of trials) {
    const { answer, ms } = await timed(() => trial.ask(desk))
    if (isNeedsScan(answer)) {
      needsScanOf = answer.needsScanOf
      continue
    }
    histogram.record(ms)
    if (isRight(answer, trial)) right += 1
    else wrong.push(trial.parameters)
  }
  const end = cpuSecondsOfAll(processes())
  const latency = histogram.summary()
  const isTold = begin !== undefined && end !== undefined && latency.count > 0
  const cpuMs = isTold ? ((end - begin) * 1_000) / latency.count : undefined
  return { name, latency, cpuMs, asked: trials.length, right, needsScanOf, wrong }
}

/** Undefined on systems that do not tell. */
function cpuSecondsOfAll(processes: ReturnType<Setup['processes']>): number | undefined {
  const seconds = processes.map(({ pid }) => cpuSecondsOf(pid)?.all)
  return seconds.reduce(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0,
  )
}
