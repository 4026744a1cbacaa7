import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rankedSegment } from '../testing/ranked-segment.js'
import { bestTerms } from './best-terms.js'

const checkTime = (): void => undefined
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

const segment = fc.dictionary(
  fc.nat(40).map((n) => `t${n}`),
  fc.nat(1_000),
)

const segmentsOfWords = fc.array(segment, { minLength: 1, maxLength: 5 })

test('the best terms are those of all sums, with all that tie with the last', () => {
  fc.assert(
    fc.property(segmentsOfWords, fc.integer({ min: 1, max: 6 }), (segments, size) => {
      const sums = new Map<string, number>()
      for (const [word, weight] of segments.flatMap((one) => Object.entries(one))) {
        sums.set(word, (sums.get(word) ?? 0) + weight)
      }
      const nth = [...sums.values()].toSorted((a, b) => b - a)[size - 1] ?? 0
      const best = bestTerms(segments.map(rankedSegment), { size, most: 1_000, checkTime })
      const wanted = [...sums].filter(([, sum]) => sum >= nth).map(([word]) => word)
      // Nothing tells terms without any sum from others.
      expect(best?.map(text)).toEqual(nth === 0 ? undefined : wanted.sort())
    }),
  )
})

test('a term that is first nowhere is found by its sum', () => {
  const segments = [
    { t1: 100, t2: 99, t3: 1 },
    { t4: 100, t2: 99, t3: 2 },
  ].map(rankedSegment)
  expect(bestTerms(segments, { size: 1, most: 10, checkTime })?.map(text)).toEqual(['t2'])
})

test('too many that might be the best are not looked at', () => {
  const even = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`t${n}`, 7]))
  expect(bestTerms([rankedSegment(even)], { size: 3, most: 49, checkTime })).toBeUndefined()
  expect(bestTerms([rankedSegment(even)], { size: 3, most: 50, checkTime })).toHaveLength(50)
})
