import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PendingIndex } from './pending-index.js'

interface Added {
  readonly hash: number
  readonly place: number
}

const placesOf = (index: PendingIndex, hash: number): number[] => {
  const places: number[] = []
  for (let entry = index.newest(hash); entry !== 0; entry = index.before(entry))
    places.push(index.placeOf(entry))
  return places
}

describe('the index of pending entries', () => {
  it('finds entries that were added and not removed, the newest first', () => {
    const step = fc.oneof(
      fc.record({
        // The hashes of a bucket differ in the bits above those that choose the bucket.
        hash: fc.constantFrom(1, 2, 1 + (1 << 20), -1, 1 - (1 << 30)),
        count: fc.integer({ min: 1, max: 900 }),
      }),
      fc.record({ forget: fc.double({ min: 0, max: 1, noNaN: true }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const index = new PendingIndex()
        let live: Added[] = []
        let place = 0
        for (const one of steps) {
          if ('forget' in one) {
            const count = Math.floor(live.length * one.forget)
            live = live.slice(count)
            index.forget(index.last - live.length)
          } else {
            for (let i = 0; i < one.count; i++) {
              index.add(one.hash, ++place)
              live.push({ hash: one.hash, place })
            }
          }
          expect(index.size).toBe(live.length)
          for (const hash of [1, 2, 3, 1 + (1 << 20), -1, 1 - (1 << 30)]) {
            const expected = live.filter((added) => added.hash === hash).reverse()
            expect(placesOf(index, hash)).toEqual(expected.map((added) => added.place))
          }
        }
      }),
    )
  })
})
