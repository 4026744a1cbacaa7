import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderByteStrings } from './order-byte-strings.js'

/** Short strings of few byte values, including zeros, so that many are equal or prefixes of others. */
const tail = fc.uint8Array({ maxLength: 12, max: 2 })
const beginnings = fc.uint8Array({ maxLength: 10 })

test.each([0, 3, 300, 600])(
  '%i strings are sorted by their bytes, equal ones by number',
  (count) => {
    const tails = fc.array(tail, { minLength: count, maxLength: count + 20, size: 'max' })
    fc.assert(
      fc.property(beginnings, tails, (beginning, list) => {
        const all = list.map((end) => Buffer.concat([beginning, end]))
        const starts = Uint32Array.from({ length: all.length + 1 }, () => 0)
        for (const [index, { length }] of all.entries()) {
          starts[index + 1] = (starts[index] ?? 0) + length
        }
        const ids = Uint32Array.from(all, (_, index) => index)
        orderByteStrings({ bytes: Buffer.concat(all), starts }, ids)
        const expected = [...all.keys()].toSorted(
          (a, b) => Buffer.compare(all[a] ?? beginning, all[b] ?? beginning) || a - b,
        )
        expect([...ids]).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  },
)
