import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashTerms } from '../../segments/format/term-hashes.js'
import { mayShareTerms } from './shared-terms.js'

const hashesOf = (numbers: readonly number[]) =>
  hashTerms(numbers.length, (nth) => Buffer.from(`t${numbers[nth]}`))

test('terms of several segments are found, wherever they are', () => {
  const deal = fc.tuple(
    fc.integer({ min: 1, max: 3_000 }),
    fc.integer({ min: 2, max: 5 }),
    fc.nat(),
  )
  fc.assert(
    fc.property(deal, fc.boolean(), ([count, hands, drawn], isShared) => {
      const numbers = Array.from({ length: count }, (_, nth) => nth)
      const dealt = Array.from({ length: hands }, (_, hand) =>
        numbers.filter((nth) => nth % hands === hand),
      )
      const shared = drawn % count
      if (isShared) dealt[(shared + 1) % hands]?.push(shared)
      let checks = 0
      expect(mayShareTerms(dealt.map(hashesOf), () => checks++)).toBe(isShared)
      expect(checks).toBeGreaterThan(0)
    }),
    { numRuns: 40 },
  )
})
