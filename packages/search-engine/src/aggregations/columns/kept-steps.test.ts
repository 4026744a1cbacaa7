import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derivedInMemory } from '../../segments/testing/derived-in-memory.js'
import { KeptSteps } from './kept-steps.js'
import { type Places, createPlaces } from './value-places.js'

const VALUES = 10_000

/** Reads many values when they are computed. */
function computedSteps(size: number) {
  let computed = 0
  const stepOf = (value: number): number => (value * 7919) % size
  const compute = () => (places: Places, steps: Uint32Array) => {
    computed += places.count
    for (let place = 0; place < places.count; place++) {
      steps[place] = stepOf(places.indices[place] ?? 0)
    }
  }
  return { stepOf, compute, computed: () => computed }
}

const placesOf = (indices: readonly number[], isRange: boolean): Places => ({
  ...createPlaces(),
  count: indices.length,
  indices: Uint32Array.from(indices),
  isRange,
})

test('cached steps equal the computed ones, and are computed once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 25, 256, 257, 65_536, 65_537),
      fc.array(fc.nat(VALUES - 1), { maxLength: 50 }),
      fc.nat(VALUES - 100),
      (size, some, first) => {
        const derived = derivedInMemory()
        const { stepOf, compute, computed } = computedSteps(size)
        const open = () =>
          new KeptSteps({ derived, name: 'a', size, values: () => VALUES, compute })
        const stepsAt = (from: KeptSteps, indices: readonly number[], isRange: boolean) => {
          const steps = new Uint32Array(indices.length)
          from.fill(placesOf(indices, isRange), steps)
          return [...steps]
        }
        const range = Array.from({ length: 100 }, (_, place) => first + place)
        expect(stepsAt(open(), some, false)).toEqual(some.map(stepOf))
        expect(computed()).toBe(some.length)
        const all = open()
        all.expectAll()
        expect(stepsAt(all, range, true)).toEqual(range.map(stepOf))
        const isKept = size <= 65_536
        const before = some.length + (isKept ? VALUES : range.length)
        expect(computed()).toBe(before)
        // In blocks of 4,096 values.
        expect(derived.looks()).toBe(isKept ? 3 : 0)
        expect(stepsAt(open(), some, false)).toEqual(some.map(stepOf))
        expect(computed()).toBe(before + (isKept ? 0 : some.length))
      },
    ),
  )
})
