import { expect, it } from 'vitest'
import { createRandomNumbers } from '../testing/random-numbers.js'
import { BLOCK, pack, packRow, unpack, unpackOne, unpackRow, widthOf } from './bit-packing.js'
import { GrowableUint32 } from './growable.js'

it.each([1, 2, 31, 127, BLOCK])('packs %i numbers of every width', (count) => {
  const random = createRandomNumbers(count)
  for (let width = 0; width <= 32; width++) {
    const values = Uint32Array.from({ length: count }, () => random.below(2 ** width))
    values[0] = 2 ** width - 1
    expect(widthOf(values[0])).toBe(width)
    const words = new GrowableUint32()
    words.push(7)
    pack(values, 0, count, width, words)
    expect(words.length).toBe(1 + Math.ceil((count * width) / 32))
    const read = new Int32Array(BLOCK)
    unpack(words.view(), 1, count, width, read)
    expect(new Uint32Array(read.buffer, 0, count)).toEqual(values)
  }
})

it('reads numbers from the middle of a row', () => {
  const random = createRandomNumbers(1)
  for (let width = 1; width <= 31; width++) {
    const values = Uint32Array.from({ length: 300 }, () => random.below(2 ** width))
    const words = new GrowableUint32()
    packRow(values, 0, 300, width, words)
    const read = new Uint32Array(40)
    unpackRow(words.view(), 0, 77, 40, width, read)
    expect(read).toEqual(values.subarray(77, 117))
    const one = (at: number): number => unpackOne(words.view(), 0, at, width)
    expect(Uint32Array.from(values, (_, at) => one(at))).toEqual(values)
  }
})
