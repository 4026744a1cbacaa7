import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchEngineLimits } from '../limits.js'
import {
  type PercentileSketch,
  addPercentileValue,
  createPercentileSketch,
  mergePercentiles,
  percentile,
} from './percentile-sketch.js'

const sketchOf = (values: Iterable<number>): PercentileSketch => {
  const sketch = createPercentileSketch()
  for (const value of values) addPercentileValue(sketch, value)
  return sketch
}

const range = (length: number, at: (index: number) => number): number[] =>
  Array.from({ length }, (_, index) => at(index))

/** The definition, over sorted values. */
const exact = (values: readonly number[], percent: number): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (percent / 100) * (sorted.length - 1)
  const low = sorted[Math.floor(place)] ?? 0
  const high = sorted[Math.ceil(place)] ?? 0
  return low + (high - low) * (place - Math.floor(place))
}

it('the percentiles of the Python SDK tests', () => {
  expect(percentile(sketchOf(range(100, (index) => index)), 50)).toBe(49.5)
  const arrays = sketchOf(range(200, (index) => (index < 100 ? -1 : index - 100)))
  expect(percentile(arrays, 50)).toBe(-0.5)
  expect(Math.trunc(percentile(arrays, 90) ?? 0)).toBe(79)
})

it('percentiles are interpolated between the two nearest ranks', () => {
  const fifteen = sketchOf(range(15, (index) => index))
  expect([1, 20, 50, 60, 100].map((at) => percentile(fifteen, at))).toEqual([0.14, 2.8, 7, 8.4, 14])
  expect(percentile(sketchOf(range(101, (index) => index)), 29)).toBe(29)
  expect(percentile(sketchOf([7]), 33)).toBe(7)
})

it('the largest doubles have percentiles between them', () => {
  const ends = sketchOf([-Number.MAX_VALUE, Number.MAX_VALUE])
  expect([50, 100].map((at) => percentile(ends, at))).toEqual([0, Number.MAX_VALUE])
  expect((percentile(ends, 75) ?? 0) / Number.MAX_VALUE).toBeCloseTo(0.5)
})

it('few values have exact percentiles', () => {
  const value = fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  )
  const percent = fc.double({ min: 0, max: 100, noNaN: true })
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.array(value), percent, (one, other, at) => {
      const sketch = sketchOf(one)
      const before = percentile(sketch, at) ?? Number.NaN
      expect(Math.abs(before - exact(one, at))).toBeLessThan(1e-5)
      mergePercentiles(sketch, sketchOf(other))
      const merged = percentile(sketch, at) ?? Number.NaN
      expect(Math.abs(merged - exact([...one, ...other], at))).toBeLessThan(1e-5)
    }),
  )
  expect(percentile(createPercentileSketch(), 50)).toBeUndefined()
})

const PERCENTS = [0, 0.1, 1, 10, 25, 50, 75, 90, 99, 99.9, 100]

it.each([
  ['even', (index: number): number => (index * 7_919) % 100_000],
  ['rising', (index: number): number => index],
  ['skewed', (index: number): number => ((index * 7_919) % 100_000) ** 3],
  ['of two values', (index: number): number => index % 2],
])('percentiles of many values that are %s have a bounded error', (_, at) => {
  const values = range(100_000, at)
  const parts = [0, 1, 2].map((part) =>
    sketchOf(values.filter((_value, index) => index % 3 === part)),
  )
  const whole = sketchOf(values)
  const merged = createPercentileSketch()
  for (const part of parts) mergePercentiles(merged, part)
  const sorted = Float64Array.from(values).sort()
  for (const sketch of [whole, merged]) {
    expect(sketch.means.length).toBe(searchEngineLimits.SEARCH_EXACT_PERCENTILE_VALUES)
    expect(sketch.total).toBe(values.length)
    for (const percent of PERCENTS) {
      const found = percentile(sketch, percent) ?? Number.NaN
      const below = sorted.filter((value) => value < found).length / values.length
      const upTo = sorted.filter((value) => value <= found).length / values.length
      expect(below * 100).toBeLessThan(percent + 0.2)
      expect(upTo * 100).toBeGreaterThan(percent - 0.2)
    }
    expect([percentile(sketch, 0), percentile(sketch, 100)]).toEqual([sorted[0], sorted.at(-1)])
  }
})
