import { outOfRange } from '@rowhouse/platform'

/**
 * Values as 64 bits whose order as signed int64 is the values' own, in two halves: a signed high and an
 * unsigned low one. So columns of all numbers are compared, searched and packed alike.
 */
export interface Halves {
  readonly highs: Int32Array
  readonly lows: Uint32Array
}

export const createHalves = (length: number): Halves => ({
  highs: new Int32Array(length),
  lows: new Uint32Array(length),
})

/** Eight bytes in which a value is seen as other types: one for each thread, passed along. */
export interface Scratch {
  readonly doubles: Float64Array
  readonly words: Int32Array
  readonly integers: BigInt64Array
  readonly lowAt: number
  readonly highAt: number
}

export const createScratch = (): Scratch => {
  const bytes = new ArrayBuffer(8)
  const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
  return {
    doubles: new Float64Array(bytes),
    words: new Int32Array(bytes),
    integers: new BigInt64Array(bytes),
    lowAt: isLittleEndian ? 0 : 1,
    highAt: isLittleEndian ? 1 : 0,
  }
}

export const writeInt64 = (scratch: Scratch, value: bigint, halves: Halves, at: number): void => {
  scratch.integers[0] = value
  halves.highs[at] = scratch.words[scratch.highAt] ?? outOfRange()
  halves.lows[at] = scratch.words[scratch.lowAt] ?? outOfRange()
}

export const readInt64 = (scratch: Scratch, { highs, lows }: Halves, at: number): bigint => {
  scratch.words[scratch.highAt] = highs[at] ?? outOfRange()
  scratch.words[scratch.lowAt] = lows[at] ?? outOfRange()
  return scratch.integers[0] ?? outOfRange()
}

/**
 * A double whose order its bits have: those of a negative one are flipped, all but the sign. Minus zero
 * becomes zero, because it equals it in every query; what is no number is above all of them.
 */
export const writeDouble = (scratch: Scratch, value: number, halves: Halves, at: number): void => {
  scratch.doubles[0] = value === 0 ? 0 : value
  const high = scratch.words[scratch.highAt] ?? outOfRange()
  const low = scratch.words[scratch.lowAt] ?? outOfRange()
  const flip = high >> 31
  halves.highs[at] = high ^ (flip & 0x7f_ff_ff_ff)
  halves.lows[at] = low ^ flip
}

export const readDouble = (scratch: Scratch, { highs, lows }: Halves, at: number): number => {
  const high = highs[at] ?? outOfRange()
  const flip = high >> 31
  scratch.words[scratch.highAt] = high ^ (flip & 0x7f_ff_ff_ff)
  scratch.words[scratch.lowAt] = (lows[at] ?? outOfRange()) ^ flip
  return scratch.doubles[0] ?? outOfRange()
}

/** The same as one signed int64, for columns of BigInt64Array and for bounds. */
export const doubleToSortable = (scratch: Scratch, value: number): bigint => {
  scratch.doubles[0] = value === 0 ? 0 : value
  const bits = scratch.integers[0] ?? outOfRange()
  return bits < 0n ? bits ^ 0x7f_ff_ff_ff_ff_ff_ff_ffn : bits
}

export const sortableToDouble = (scratch: Scratch, sortable: bigint): number => {
  scratch.integers[0] = sortable < 0n ? sortable ^ 0x7f_ff_ff_ff_ff_ff_ff_ffn : sortable
  return scratch.doubles[0] ?? outOfRange()
}

export const booleanToSortable = (value: boolean): bigint => (value ? 1n : 0n)

/** Less than zero if the value at one place comes before that at the other. */
export const compareHalves = (a: Halves, i: number, b: Halves, j: number): number =>
  (a.highs[i] ?? outOfRange()) - (b.highs[j] ?? outOfRange()) ||
  (a.lows[i] ?? outOfRange()) - (b.lows[j] ?? outOfRange())

/** The nearest double of a 64 bit integer given as halves, for sums and scores. */
export const numberOfHalves = ({ highs, lows }: Halves, at: number): number =>
  (highs[at] ?? outOfRange()) * 2 ** 32 + (lows[at] ?? outOfRange())
