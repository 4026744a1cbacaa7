import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packDeltas, unpackDeltas } from './delta-block.js'
import { BLOCK_VALUES, bitWidth, blockWords, packBlock, unpackBlock } from './packed-block.js'

const GUARD = 0xdead_beef

it.each(Array.from({ length: 33 }, (_, width) => width))(
  'numbers of %i bits are read as they were written, and nothing else is touched',
  (width) => {
    const max = 2 ** width - 1
    const value = fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, max))
    const block = fc.array(value, { minLength: BLOCK_VALUES, maxLength: BLOCK_VALUES })
    fc.assert(
      fc.property(block, (list) => {
        const words = new Uint32Array(blockWords(width) + 10).fill(GUARD)
        const into = new Uint32Array(BLOCK_VALUES + 10).fill(GUARD)
        const values = Uint32Array.from([GUARD, ...list])
        expect(bitWidth(values, 1, BLOCK_VALUES)).toBeLessThanOrEqual(width)
        packBlock(values, 1, width, words, 5)
        unpackBlock(words, 5, width, into, 5)
        expect([...into.subarray(5, 5 + BLOCK_VALUES)]).toEqual(list)
        expect([...words.subarray(0, 5), ...words.subarray(-5)]).toEqual(Array(10).fill(GUARD))
        expect([...into.subarray(0, 5), ...into.subarray(-5)]).toEqual(Array(10).fill(GUARD))
      }),
      { numRuns: 20 },
    )
  },
)

it('rising numbers are read as they were written', () => {
  const scratch = new Uint32Array(BLOCK_VALUES)
  const steps = fc.oneof(fc.nat(1), fc.nat(300), fc.nat(2 ** 24))
  const list = fc.array(steps, { minLength: BLOCK_VALUES, maxLength: BLOCK_VALUES })
  fc.assert(
    fc.property(list, fc.nat(2 ** 31), (deltas, base) => {
      const values = new Uint32Array(BLOCK_VALUES)
      let last = base
      for (const [index, delta] of deltas.entries()) {
        last = (last + delta) % 2 ** 32
        values[index] = last
      }
      const words = new Uint32Array(BLOCK_VALUES + 3)
      const into = new Uint32Array(BLOCK_VALUES + 2)
      const width = packDeltas(values, 0, base, scratch, words, 3)
      unpackDeltas(words, 3, width, base, into, 2)
      expect(into.subarray(2)).toEqual(values)
    }),
  )
})
