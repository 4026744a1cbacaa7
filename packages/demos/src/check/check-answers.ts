import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@rowhouse/client'
import { Draws } from '../generate/draws.js'
import type { AnyQuestion, Trial } from '../sample/question.js'
import { timed } from '../sample/timed.js'

/** The facts of a sample's main table, each made from its number alone. */
export interface FactSource<Fact> {
  readonly seed: number
  readonly rows: number
  fact(n: number): Fact
}

export interface CheckedAnswer {
  readonly question: string
  readonly parameters: unknown
  readonly wanted: unknown
  readonly got: unknown
  readonly isRight: boolean
  readonly ms: number
}

/** The planted parameters of each question, and `sets` that are drawn from the data. */
export function drawTrials<Fact>(
  source: FactSource<Fact>,
  questions: readonly AnyQuestion<Fact>[],
  sets: number,
): Trial<Fact>[] {
  return questions.flatMap((question) => [
    question.plantedTrial(),
    ...Array.from({ length: sets }, (_, set) => {
      const draws = new Draws(source.seed, `question ${question.name}`, set)
      return question.drawnTrial(source.fact(draws.below(source.rows)), draws)
    }),
  ])
}

/** One pass over all facts, which counts every answer together. */
export function tallyAll<Fact>(
  source: FactSource<Fact>,
  trials: readonly Trial<Fact>[],
  onRows: (rows: number) => void = () => undefined,
): void {
  for (let n = 0; n < source.rows; n += 1) {
    const fact = source.fact(n)
    for (const { tally } of trials) tally.add(fact)
    if (n % ROWS_PER_REPORT === 0) onRows(n)
  }
}

const ROWS_PER_REPORT = 10_000

/** Asks one question of the server, and compares the answer with the tally's. */
export async function checkTrial<Fact>(client: Client, trial: Trial<Fact>): Promise<CheckedAnswer> {
  const wanted = trial.tally.answer()
  const { answer: got, ms } = await timed(() => trial.ask(client))
  const { name, parameters } = trial
  return { question: name, parameters, wanted, got, isRight: isDeepStrictEqual(got, wanted), ms }
}
