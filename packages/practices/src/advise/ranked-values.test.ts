import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHashPrefix } from '../hash/hash-prefix.js'
import { rankColumn, rankHashed, rankSpliced } from './ranked-values.js'

test('integers are ranked as numbers, other values by their bytes', () => {
  expect([...rankColumn(['54', '167', '-5', '54']).ranks]).toEqual([1, 2, 0, 1])
  expect([...rankColumn(['54', '167', 'a']).ranks]).toEqual([1, 0, 2])
  expect(rankColumn(['', '7', '7'])).toMatchObject({ distinct: 2, missing: 1, bytesMax: 1 })
})

test('texts of any characters are ranked by their bytes', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '中', '\uffee', '😀', '\ud800') })
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1 }), (texts) => {
      const { ranks } = rankColumn(texts)
      const sorted = [...ranks.keys()].toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
      const bytes = sorted.map((row) => Buffer.from(texts[row] ?? ''))
      expect(bytes).toEqual(bytes.toSorted((a, b) => Buffer.compare(a, b)))
    }),
  )
})

test('hashed values are ranked by their prefixes', () => {
  const hash = createHashPrefix()
  // ee8f, 7db8, 5c74
  const { ranks, bytesMax } = rankHashed(['200001', '200002', '200003'], hash)
  expect([...ranks]).toEqual([2, 1, 0])
  expect(bytesMax).toBe(10)
})

test('splices are ranked by the first column, then by the second', () => {
  const texts = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })), { minLength: 1 })
  fc.assert(
    fc.property(texts, (pairs) => {
      const column = (at: 0 | 1) => rankColumn(pairs.map((pair) => String(pair[at])))
      const { ranks, distinct } = rankSpliced(column(0), column(1))
      const keys = pairs.map(([a, b]) => `${a}${b}`)
      const sorted = [...new Set(keys)].toSorted()
      expect([...ranks]).toEqual(keys.map((key) => sorted.indexOf(key)))
      expect(distinct).toBe(sorted.length)
    }),
  )
})
