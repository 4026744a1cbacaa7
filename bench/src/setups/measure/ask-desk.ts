import { timed } from '@rowhouse/demos'
import { LatencyHistogram, type LatencySummary } from '../../load/latency-histogram.js'
import { type OrderDesk, isNeedsScan } from '../questions/desk-questions.js'
import { type DeskQuestion, isRight } from '../questions/desk-trials.js'

/** Questions that are asked once before they are measured. */
const WARM_UP = 10

export interface QuestionFigures {
  readonly name: string
  /** Of those that were answered. */
  readonly latency: LatencySummary
  readonly asked: number
  readonly right: number
  /** What a scan would have to read for the rest; undefined when everything was answered. */
  readonly needsScanOf: string | undefined
  /** Parameters of answers that differ from the generator's. */
  readonly wrong: readonly unknown[]
}

/** Asks every trial, one after the other, and compares each answer with the generator's. */
export async function askDesk(
  desk: OrderDesk,
  { name, trials }: DeskQuestion,
): Promise<QuestionFigures> {
  for (const trial of trials.slice(0, WARM_UP)) await trial.ask(desk)
  const histogram = new LatencyHistogram()
  const wrong: unknown[] = []
  let right = 0
  let needsScanOf: string | undefined
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
  return { name, latency: histogram.summary(), asked: trials.length, right, needsScanOf, wrong }
}
