import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { SearchCosts } from './search-costs.js'

test('the first cost of a shape is taken as it is, and later ones adjust it', () => {
  const costs = new SearchCosts()
  expect(costs.expected(1)).toBeUndefined()
  costs.learn(1, 100)
  expect(costs.expected(1)).toBe(100)
  costs.learn(1, 20)
  expect(costs.expected(1)).toBe(60)
  costs.learn(1, 100)
  expect(costs.expected(1)).toBe(70)
  expect(costs.expected(2)).toBeUndefined()
})

test('one search that takes very long among short ones does not make them long', () => {
  const costs = new SearchCosts()
  costs.learn(1, 1)
  costs.learn(1, 10_000)
  expect(costs.expected(1)).toBeLessThan(6)
  for (let times = 0; times < 20; times++) costs.learn(1, 10_000)
  expect(costs.expected(1)).toBeGreaterThan(5_000)
})

test('the first cost of a shape adjusts what was guessed of it', () => {
  const costs = new SearchCosts()
  costs.learn(1, 10_000, 5)
  expect(costs.expected(1)).toBeLessThan(10)
})

test('the number of known shapes is bounded; the least recently used are evicted', () => {
  const costs = new SearchCosts()
  for (let shape = 0; shape < searchEngineLimits.SEARCH_SHAPES_MAX; shape++) costs.learn(shape, 1)
  costs.learn(0, 1)
  costs.learn(searchEngineLimits.SEARCH_SHAPES_MAX, 1)
  expect(
    [0, 1, 2, searchEngineLimits.SEARCH_SHAPES_MAX].map((shape) => costs.expected(shape)),
  ).toEqual([1, undefined, 1, 1])
})
