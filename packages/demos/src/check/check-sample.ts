import { isDeepStrictEqual } from 'node:util'
import type { Client } from '@rowhouse/client'
import type { AnyQuestion } from '../sample/question.js'
import {
  type CheckedAnswer,
  type FactSource,
  checkTrial,
  drawTrials,
  tallyAll,
} from './check-answers.js'

export interface CheckOptions {
  /** Parameter sets that are drawn from the data for each question, besides the planted one. */
  readonly sets: number
  readonly onRows?: (rows: number) => void
  readonly onAnswer?: (answer: CheckedAnswer) => void
}

export interface SampleCheck {
  readonly answers: number
  readonly wrong: readonly CheckedAnswer[]
  /** Clauses of planted questions without which the answer is the same: nothing planted tests them. */
  readonly idleClauses: readonly string[]
}

/** Asks everything that there is to ask about a sample, and compares it with one pass over its facts. */
export async function checkSample<Fact>(
  client: Client,
  source: FactSource<Fact>,
  questions: readonly AnyQuestion<Fact>[],
  { sets, onRows, onAnswer }: CheckOptions,
): Promise<SampleCheck> {
  const trials = drawTrials(source, questions, sets)
  tallyAll(source, trials, onRows)
  const wrong: CheckedAnswer[] = []
  const idleClauses: string[] = []
  for (const [at, trial] of trials.entries()) {
    const checked = await checkTrial(client, trial)
    onAnswer?.(checked)
    if (!checked.isRight) wrong.push(checked)
    const isPlanted = at % (sets + 1) === 0
    for (const { clause, ask } of isPlanted ? trial.weakened : []) {
      // A refusal, such as for too many groups, is another answer, too.
      const answer = await ask(client).catch((error: unknown) => error)
      const same = isDeepStrictEqual(answer, checked.wanted)
      if (same) idleClauses.push(`${trial.name} without its clause ${clause}`)
    }
  }
  return { answers: trials.length, wrong, idleClauses }
}
