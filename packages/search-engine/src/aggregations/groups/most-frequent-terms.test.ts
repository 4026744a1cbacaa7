import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankedSegment } from '../testing/ranked-segment.js'
import { mostFrequentTerms, termsWithLargestSums } from './most-frequent-terms.js'

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const segment = fc.dictionary(
  fc.nat(60).map((n) => `t${n}`),
  fc.integer({ min: 1, max: 3 }),
)
const segmentsOfWords = fc.array(segment, { minLength: 1, maxLength: 5 })

test('the most frequent terms are those of all sums, ties in the order of terms', () => {
  fc.assert(
    fc.property(segmentsOfWords, fc.integer({ min: 1, max: 9 }), (segments, size) => {
      const sums = new Map<string, number>()
      for (const [word, rows] of segments.flatMap((one) => Object.entries(one))) {
        sums.set(word, (sums.get(word) ?? 0) + rows)
      }
      const wanted = [...sums]
        .toSorted(([a, rowsA], [b, rowsB]) => rowsB - rowsA || (a < b ? -1 : 1))
        .slice(0, size)
        .map(([word]) => word)
      const found = mostFrequentTerms(segments.map(rankedSegment), size, () => undefined)
      expect(found.map(text).sort()).toEqual(wanted.sort())
    }),
  )
})

test('the time is checked between terms', () => {
  const words = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`t${n}`, 1]))
  const late = (): void => {
    throw new Error('late')
  }
  expect(() => mostFrequentTerms([rankedSegment(words)], 3, late)).toThrow('late')
})

test('the terms with the largest sums come with all that tie with the last', () => {
  const weighted = fc.dictionary(
    fc.nat(40).map((n) => `t${n}`),
    fc.nat(20).map((n) => n / 2),
  )
  const inputs = [
    fc.array(weighted, { minLength: 1, maxLength: 5 }),
    fc.nat(8),
    fc.nat(20),
  ] as const
  fc.assert(
    fc.property(...inputs, (segments, fewer, more) => {
      const [size, most] = [fewer + 1, fewer + 1 + more]
      const sums = new Map<string, number>()
      for (const [word, weight] of segments.flatMap((one) => Object.entries(one))) {
        sums.set(word, (sums.get(word) ?? 0) + weight)
      }
      const last = [...sums.values()].toSorted((a, b) => b - a)[size - 1] ?? 0
      const wanted = [...sums].filter(([, sum]) => sum >= last).map(([word]) => word)
      const isKnown = last > 0 && wanted.length <= most
      const asked = { size, most, checkTime: () => undefined }
      const found = termsWithLargestSums(segments.map(rankedSegment), asked)
      expect(found?.map(text).sort()).toEqual(isKnown ? wanted.sort() : undefined)
    }),
  )
})
