import { expect, test } from 'vitest'
import { rankAgreement } from './rank-agreement.js'

test('pairs that clearly differ are compared', () => {
  const candidates = [
    { predicted: 0.9, measured: 1600 },
    { predicted: 0.88, measured: 1000 },
    { predicted: 0.2, measured: 300 },
    { predicted: 0.1, measured: 400 },
  ]
  expect(rankAgreement(candidates)).toEqual({ pairs: 5, agreeing: 4 })
})
