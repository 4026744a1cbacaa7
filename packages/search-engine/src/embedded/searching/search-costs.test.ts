import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { SearchCosts } from './search-costs.js'

test('the first cost of a shape is taken as it is, and later ones adjust it', () => {
  const costs = new SearchCosts()
  expect(costs.expected(1)).toBe(0)
  costs.learn(1, 100)
  expect(costs.expected(1)).toBe(100)
  costs.learn(1, 20)
  expect(costs.expected(1)).toBe(80)
  expect(costs.expected(2)).toBe(0)
})

test('the number of known shapes is bounded; the least recently used are evicted', () => {
  const costs = new SearchCosts()
  for (let shape = 0; shape < searchEngineLimits.SEARCH_SHAPES_MAX; shape++) costs.learn(shape, 1)
  costs.learn(0, 1)
  costs.learn(searchEngineLimits.SEARCH_SHAPES_MAX, 1)
  expect(
    [0, 1, 2, searchEngineLimits.SEARCH_SHAPES_MAX].map((shape) => costs.expected(shape)),
  ).toEqual([1, 0, 1, 1])
})
