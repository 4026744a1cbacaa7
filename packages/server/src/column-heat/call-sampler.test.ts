import { testSeed } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { serverLimits } from '../limits.js'
import { CallSampler } from './call-sampler.js'

const PER_SECOND = serverLimits.HEAT_CALLS_PER_SECOND

/** What is taken of so many calls within a second. */
function second(sampler: CallSampler, calls: number) {
  const weights: number[] = []
  for (let call = 0; call < calls; call++) {
    const weight = sampler.take()
    if (weight > 0) weights.push(weight)
  }
  sampler.turn()
  return { taken: weights.length, sum: weights.reduce((sum, weight) => sum + weight, 0) }
}

test('few calls are all taken, each for itself', () => {
  const sampler = new CallSampler(1)
  for (let turn = 0; turn < 5; turn++) {
    expect(second(sampler, PER_SECOND - 1)).toEqual({ taken: PER_SECOND - 1, sum: PER_SECOND - 1 })
  }
})

test('of many calls some are taken, and stand for all', () => {
  const seed = testSeed()
  const sampler = new CallSampler(seed)
  const calls = 50_000
  // A burst that comes unforeseen costs a little more.
  expect(second(sampler, calls).taken).toBeLessThan(PER_SECOND * 8)
  let sum = 0
  const turns = 40
  for (let turn = 0; turn < turns; turn++) {
    const { taken, sum: told } = second(sampler, calls)
    expect(taken, `seed ${seed}`).toBeLessThan(PER_SECOND * 1.5)
    sum += told
  }
  expect(Math.abs(sum / (calls * turns) - 1), `seed ${seed}`).toBeLessThan(0.1)
})

test('after a burst every call counts again', () => {
  const sampler = new CallSampler(1)
  second(sampler, 100_000)
  for (let turn = 0; turn < 3; turn++) second(sampler, 0)
  expect(second(sampler, 5)).toEqual({ taken: 5, sum: 5 })
})
