import { BLOCK_VALUES, LANES, bitWidth, packBlock, unpackBlock } from './packed-block.js'

/**
 * 128 rising numbers, such as the documents of a term, as the differences between neighbours; the
 * first counts from the last number of the block before. Returns the width, which the caller keeps.
 */
export const packDeltas = (
  values: Uint32Array,
  from: number,
  base: number,
  scratch: Uint32Array,
  words: Uint32Array,
  at: number,
): number => {
  let last = base
  for (let index = 0; index < BLOCK_VALUES; index++) {
    const value = values[from + index] ?? 0
    scratch[index] = value - last
    last = value
  }
  const width = bitWidth(scratch, 0, BLOCK_VALUES)
  packBlock(scratch, 0, width, words, at)
  return width
}

/** Reads 128 rising numbers. The sums run along while the bits are read: a second pass takes as long. */
export const unpackDeltas = (
  words: Uint32Array,
  at: number,
  width: number,
  base: number,
  values: Uint32Array,
  into: number,
): void => {
  if (width === 0) values.fill(base, into, into + BLOCK_VALUES)
  else if (width === 32) {
    unpackBlock(words, at, width, values, into)
    sumDeltas(values, into, BLOCK_VALUES, base)
  } else unpackRisingRows(words, at, width, base, values, into)
}

/** As the rows of a packed block, four lanes at one shift. */
const unpackRisingRows = (
  words: Uint32Array,
  at: number,
  width: number,
  base: number,
  values: Uint32Array,
  into: number,
): void => {
  const mask = (1 << width) - 1
  const end = into + BLOCK_VALUES
  let last = base | 0
  let word = at
  let shift = 0
  let a = words[word] ?? 0
  let b = words[word + 1] ?? 0
  let c = words[word + 2] ?? 0
  let d = words[word + 3] ?? 0
  for (let row = into; row < end; row += LANES) {
    let [one, two, three, four] = [a >>> shift, b >>> shift, c >>> shift, d >>> shift]
    const taken = 32 - shift
    shift += width
    if (shift >= 32) {
      shift -= 32
      word += LANES
      a = words[word] ?? 0
      b = words[word + 1] ?? 0
      c = words[word + 2] ?? 0
      d = words[word + 3] ?? 0
      if (shift > 0) {
        one |= a << taken
        two |= b << taken
        three |= c << taken
        four |= d << taken
      }
    }
    const second = (one & mask) + (two & mask)
    const third = second + (three & mask)
    values[row] = last + (one & mask)
    values[row + 1] = last + second
    values[row + 2] = last + third
    last = (last + third + (four & mask)) | 0
    values[row + 3] = last
  }
}

/** Turns differences into the numbers themselves, in place. */
export const sumDeltas = (values: Uint32Array, from: number, count: number, base: number): void => {
  let last = base
  for (let at = from; at < from + count; at++) {
    last = (last + (values[at] ?? 0)) | 0
    values[at] = last
  }
}
