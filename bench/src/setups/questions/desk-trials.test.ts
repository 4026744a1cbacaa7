import { ordersSample } from '@rowhouse/demos'
import { expect, test } from 'vitest'
import { deskQuestions, isRight, tallyTrials } from './desk-trials.js'

const source = ordersSample({ seed: 1, rows: 1_000 })

test('an answer is right when it is the generator’s, and wrong when a part of it differs', () => {
  const questions = deskQuestions(source, 1)
  tallyTrials(source, questions)
  expect(questions).toHaveLength(11)
  for (const { trials } of questions) {
    for (const trial of trials) {
      expect(isRight(structuredClone(trial.tally.answer()), trial)).toBe(true)
      expect(isRight({ total: -1, rows: [] }, trial)).toBe(false)
    }
  }
})
