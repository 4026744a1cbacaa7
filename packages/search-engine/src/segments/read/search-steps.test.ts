import fc from 'fast-check'
import { expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { SearchSteps, stepsOf } from './search-steps.js'

it('finds the first place at or above a bound, whatever was searched before', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 3_000 })
  const bounds = fc.array(fc.integer({ min: -1, max: 5_001 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(numbers, bounds, (unsorted, wanted) => {
      const values = Float64Array.from(unsorted).sort()
      const steps = new SearchSteps()
      for (const bound of wanted) {
        const place = values.findIndex((value) => value >= bound)
        const found = steps.first(values, (value) => value >= bound)
        expect(found).toBe(place === -1 ? values.length : place)
      }
    }),
  )
})

it('reads the values of the first steps only once', () => {
  const values = BigInt64Array.from({ length: 4_096 }, (_, place) => BigInt(place))
  let reads = 0
  const counted = {
    length: values.length,
    at: (place: number) => {
      reads++
      return values[place]
    },
    subarray: (from: number, to: number) => values.subarray(from, to),
  }
  const steps = new SearchSteps()
  const find = (bound: bigint): number => {
    reads = 0
    expect(steps.first(counted, (value) => value >= bound)).toBe(Number(bound))
    return reads
  }
  const first = find(1_234n)
  expect(first).toBeGreaterThanOrEqual(12)
  // Ten of these values are known.
  expect(find(1_234n)).toBe(first - 10)
  expect(find(4_000n)).toBeLessThan(first)
})

it('evicts the least recently used field', () => {
  const kept = new Map<string, SearchSteps>()
  const first = stepsOf(kept, 'first')
  const second = stepsOf(kept, 'second')
  for (let field = 2; field < searchEngineLimits.SEARCH_STEPS_FIELDS_MAX; field++)
    stepsOf(kept, `${field}`)
  expect(stepsOf(kept, 'first')).toBe(first)
  stepsOf(kept, 'one more')
  expect(kept.size).toBe(searchEngineLimits.SEARCH_STEPS_FIELDS_MAX)
  expect(stepsOf(kept, 'first')).toBe(first)
  expect(stepsOf(kept, 'second')).not.toBe(second)
})
