import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchEngineLimits } from '../limits.js'
import {
  type DistinctSketch,
  addDistinct,
  createDistinctSketch,
  distinctCount,
  mergeDistinct,
  mergePackedDistinct,
  packDistinct,
} from './distinct-sketch.js'
import { createHash, hashHalves } from '@rowhouse/platform'

const hash = createHash()

const add = (sketch: DistinctSketch, from: number, to: number): void => {
  for (let number = from; number < to; number++) {
    hashHalves(0, number, hash)
    addDistinct(sketch, hash)
  }
}

it('counts few values exactly, however often they are added', () => {
  const value = fc.oneof(fc.nat(20), fc.nat(2 ** 31))
  fc.assert(
    fc.property(fc.array(value), fc.array(value), (one, other) => {
      const sketches = [one, other].map((list) => {
        const sketch = createDistinctSketch()
        for (const number of list) add(sketch, number, number + 1)
        expect(distinctCount(sketch)).toBe(new Set(list).size)
        return sketch
      })
      const [first = createDistinctSketch(), second = createDistinctSketch()] = sketches
      mergeDistinct(first, second)
      expect(distinctCount(first)).toBe(new Set([...one, ...other]).size)
    }),
  )
})

it('a hash of zeros counts too', () => {
  const sketch = createDistinctSketch()
  for (let time = 0; time < 2; time++) addDistinct(sketch, { high: 0, low: 0 })
  expect(distinctCount(sketch)).toBe(1)
})

it('merging packed sketches is merging them', () => {
  const sizes = [0, 5, searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX + 1]
  for (const [one, other] of sizes.flatMap((size) => sizes.map((also) => [size, also]))) {
    const [plain, packed] = [createDistinctSketch(), createDistinctSketch()]
    for (const sketch of [plain, packed]) {
      addDistinct(sketch, { high: 0, low: 0 })
      add(sketch, 0, one ?? 0)
    }
    const more = createDistinctSketch()
    add(more, 3, 3 + (other ?? 0))
    mergeDistinct(plain, more)
    mergePackedDistinct(packed, packDistinct(more))
    expect(packed).toEqual(plain)
    const again = createDistinctSketch()
    mergePackedDistinct(again, packDistinct(plain))
    expect(distinctCount(again)).toBe(distinctCount(plain))
  }
})

it('is exact up to its promised count, and not beyond by chance', () => {
  const sketch = createDistinctSketch()
  add(sketch, 0, searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX)
  expect(distinctCount(sketch)).toBe(searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX)
  expect(sketch.registers).toBeUndefined()
  add(
    sketch,
    searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX,
    searchEngineLimits.SEARCH_EXACT_DISTINCT_MAX + 1,
  )
  expect(sketch.registers).toBeDefined()
})

it.each([11_000, 20_000, 50_000, 200_000, 1_000_000])(
  'counts %i with an error below 2 %%',
  (many) => {
    const whole = createDistinctSketch()
    add(whole, 0, many)
    const halves = [createDistinctSketch(), createDistinctSketch()] as const
    add(halves[0], 0, many * 0.6)
    add(halves[1], many * 0.4, many)
    mergeDistinct(halves[0], halves[1])
    const small = createDistinctSketch()
    add(small, 0, 10)
    mergeDistinct(small, whole)
    expect(Math.abs(distinctCount(whole) / many - 1)).toBeLessThan(0.02)
    expect(distinctCount(halves[0])).toBe(distinctCount(whole))
    expect(distinctCount(small)).toBe(distinctCount(whole))
  },
)
