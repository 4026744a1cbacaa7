import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareWhole } from '../segments/format/compare-bytes.js'
import type { KeyFinder, SegmentReader } from '../segments/segment-reader.js'
import { segmentOf } from '../segments/testing/build-segment.js'
import { randomDocuments } from '../segments/testing/random-documents.js'
import { createRandomNumbers } from '../segments/testing/random-numbers.js'
import { testLayout } from '../segments/testing/test-layout.js'
import { WantedKeys } from './wanted-keys.js'

const rows = { path: '', parent: undefined, fields: [], children: [] }

const wantedOf = (keys: readonly Uint8Array[]): WantedKeys => {
  const wanted = new WantedKeys()
  for (const key of keys) wanted.add(key)
  return wanted
}

it('finds the documents of the keys that a segment has, whatever its key range', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat({ max: 60 }), (seed, count) => {
      const random = createRandomNumbers(seed)
      const layout = testLayout(rows, [{ kind: 'primaryKey', isDescending: random.chance(0.5) }])
      const all = randomDocuments(random, layout, count + 2)
      const sorted = all.toSorted((a, b) => compareWhole(a.key, b.key))
      const from = random.below(sorted.length)
      const to = from + 1 + random.below(sorted.length - from)
      const segment = segmentOf(layout, sorted.slice(from, to))
      const keys = all.filter(() => random.chance(0.3)).map(({ key }) => key)
      const expected = new Set(keys.map((key) => segment.find(key)).filter((place) => place >= 0))
      expect(new Set(wantedOf(keys).placesIn(segment))).toEqual(expected)
    }),
  )
})

it('looks up no key in a segment without keys in the wanted range', () => {
  const asked: string[] = []
  const finder: KeyFinder = {
    hasBetween: (first, last) => {
      asked.push(`${Buffer.from(first)} to ${Buffer.from(last)}`)
      return false
    },
    mayHave: () => {
      throw new Error('it was asked')
    },
    find: () => -1,
  }
  const layout = testLayout(rows, [])
  const segment: SegmentReader = {
    ...segmentOf(layout, randomDocuments(createRandomNumbers(1), layout, 3)),
    finder: () => finder,
  }
  const keys = ['m', 'c', 'x', 'd'].map((key) => Buffer.from(key))
  expect(wantedOf(keys).placesIn(segment)).toEqual([])
  expect(asked).toEqual(['c to x'])
})

it('a segment knows whether it has keys between two bounds', () => {
  const random = createRandomNumbers(7)
  const layout = testLayout(rows, [])
  const segment = segmentOf(layout, randomDocuments(random, layout, 40))
  const first = Buffer.from([0])
  const last = Buffer.from('\u{10ffff}')
  expect(segment.finder().hasBetween(first, first)).toBe(false)
  expect(segment.finder().hasBetween(last, last)).toBe(false)
  expect(segment.finder().hasBetween(first, last)).toBe(true)
})
