import { BLOCK_VALUES, bitWidth, packBlock, unpackBlock } from './packed-block.js'

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

export const unpackDeltas = (
  words: Uint32Array,
  at: number,
  width: number,
  base: number,
  values: Uint32Array,
  into: number,
): void => {
  unpackBlock(words, at, width, values, into)
  sumDeltas(values, into, BLOCK_VALUES, base)
}

/** Turns differences into the numbers themselves, in place. */
export const sumDeltas = (values: Uint32Array, from: number, count: number, base: number): void => {
  let last = base
  for (let at = from; at < from + count; at++) {
    last = (last + (values[at] ?? 0)) >>> 0
    values[at] = last
  }
}
