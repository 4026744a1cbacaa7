import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsAll, holdsKey, joinSpans } from './key-span.js'

const key = fc.uint8Array({ minLength: 1, maxLength: 2, max: 6 }).map((bytes) => Buffer.from(bytes))
const span = fc.record({ start: key, end: key })

test('joined spans hold the same keys, are sorted and do not touch', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 6 }), fc.array(key), (spans, keys) => {
      const joined = joinSpans(spans)
      for (const one of keys) {
        const expected = spans.some(
          ({ start, end }) => start.compare(one) <= 0 && one.compare(end) < 0,
        )
        expect(holdsKey(joined, one, 0, one.length)).toBe(expected)
        expect(holdsAll(joined, one, one)).toBe(expected)
      }
      for (const [at, { start }] of joined.entries())
        if (at > 0) expect(joined[at - 1]?.end.compare(start)).toBe(-1)
    }),
  )
})
