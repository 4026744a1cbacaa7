import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchEngineLimits } from '../limits.js'
import { addWideValue, createWideValues, longPercentiles } from './long-percentiles.js'
import { addPercentileValue, createPercentileSketch } from './percentile-sketch.js'

const MIN = -(2n ** 63n)
const MAX = 2n ** 63n - 1n

const at = (values: readonly bigint[], percents: readonly number[]): bigint[] => {
  const sketch = createPercentileSketch()
  const wide = createWideValues()
  for (const value of values) {
    const double = Number(value)
    if (Number.isSafeInteger(double)) addPercentileValue(sketch, double)
    else addWideValue(sketch, wide, value)
  }
  return longPercentiles(sketch, wide, percents)
}

it('percentiles above 2^53 are exact', () => {
  const values = Array.from({ length: 15 }, (_, at) => 2n ** 60n + BigInt(at))
  expect(at(values, [20, 50, 60, 100])).toEqual([
    2n ** 60n + 2n,
    2n ** 60n + 7n,
    2n ** 60n + 8n,
    2n ** 60n + 14n,
  ])
})

it('fractions of a distance are exact, and truncated', () => {
  expect(at([0n, 100n], [29, 58.5, 0.1])).toEqual([29n, 58n, 0n])
  expect(at([-1n, 0n], [50])).toEqual([0n])
})

it('percentiles range from the least to the greatest integer', () => {
  const percents = [1, 25, 50, 75, 100]
  expect(at([MAX, MIN, 5n, MAX, MIN], percents)).toEqual([MIN, MIN, 5n, MAX, MAX])
  expect(at([MIN, MAX], [50])).toEqual([0n])
  expect(at([], percents)).toEqual([])
})

it('each percentile is that of the sorted values', () => {
  const value = fc.oneof(
    fc.bigInt({ min: MIN, max: MAX }),
    fc.integer({ min: -5, max: 5 }).map(BigInt),
    fc.constantFrom(MIN, MAX, 2n ** 53n, 2n ** 53n + 1n),
  )
  fc.assert(
    fc.property(
      fc.array(value, { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (all, percent) => {
        const sorted = BigInt64Array.from(all).sort()
        const steps = BigInt(percent) * BigInt(all.length - 1)
        const low = sorted[Number(steps / 100n)] ?? 0n
        const high = sorted[Number((steps + 99n) / 100n)] ?? 0n
        const wanted = (low * 100n + (high - low) * (steps % 100n)) / 100n
        expect(at(all, [percent])).toEqual([wanted])
      },
    ),
  )
})

it('percentiles of many wide values are close, and never beyond the last value', () => {
  const many = searchEngineLimits.SEARCH_EXACT_PERCENTILE_VALUES + 100
  const found = at(
    Array.from({ length: many }, () => MAX),
    [1, 100],
  )
  expect(found).toEqual([MAX, MAX])
  const lowest = at(
    Array.from({ length: many }, () => MIN),
    [1, 100],
  )
  expect(lowest).toEqual([MIN, MIN])
  const far = Array.from({ length: many }, (_, at) => 2n ** 62n + BigInt(at) * 2n ** 40n)
  const [middle = 0n] = at([...far, 1n, 2n, 3n], [50])
  const place = Number((middle - 2n ** 62n) / 2n ** 40n) / many
  expect(place).toBeGreaterThan(0.49)
  expect(place).toBeLessThan(0.51)
})
