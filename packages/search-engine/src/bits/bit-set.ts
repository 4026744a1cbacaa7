import { outOfRange } from '@rowhouse/platform'

/** One bit for each document of a segment. Bits behind the length are always 0. */
export interface BitSet {
  readonly length: number
  readonly words: Uint32Array
}

export const createBitSet = (length: number): BitSet => ({
  length,
  words: new Uint32Array(Math.ceil(length / 32)),
})

/** Over words that lie in a shared buffer or a mapped file. */
export const bitSetOver = (words: Uint32Array, length: number): BitSet => ({ length, words })

export const setBit = ({ words }: BitSet, index: number): void => {
  const word = index >>> 5
  words[word] = (words[word] ?? outOfRange()) | (1 << (index & 31))
}

export const clearBit = ({ words }: BitSet, index: number): void => {
  const word = index >>> 5
  words[word] = (words[word] ?? outOfRange()) & ~(1 << (index & 31))
}

export const hasBit = ({ words }: BitSet, index: number): boolean =>
  (((words[index >>> 5] ?? outOfRange()) >>> (index & 31)) & 1) === 1

/** All bits from one index up to another, which stays as it is. */
export const setBits = ({ words }: BitSet, from: number, to: number): void => {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    words[first] = (words[first] ?? outOfRange()) | (head & tail)
    return
  }
  words[first] = (words[first] ?? outOfRange()) | head
  words.fill(0xff_ff_ff_ff, first + 1, last)
  words[last] = (words[last] ?? outOfRange()) | tail
}

export const setAllBits = (bits: BitSet): void => setBits(bits, 0, bits.length)

/** Sets of one length: the first is changed. */
export const andInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++)
    words[at] = (words[at] ?? outOfRange()) & (others[at] ?? outOfRange())
}

export const orInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++)
    words[at] = (words[at] ?? outOfRange()) | (others[at] ?? outOfRange())
}

export const andNotInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++)
    words[at] = (words[at] ?? outOfRange()) & ~(others[at] ?? outOfRange())
}

/** Every bit turned, those behind the length excepted. */
export const invert = ({ words, length }: BitSet): void => {
  for (let at = 0; at < words.length; at++) words[at] = ~(words[at] ?? outOfRange())
  const spare = length & 31
  if (spare === 0) return
  const last = words.length - 1
  words[last] = (words[last] ?? outOfRange()) & ~(-1 << spare)
}

/** How many bits of a word are set. */
export const popCount = (word: number): number => {
  let count = word - ((word >>> 1) & 0x55_55_55_55)
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33)
  return Math.imul((count + (count >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}

export const countBits = ({ words }: BitSet): number => {
  let count = 0
  for (let at = 0; at < words.length; at++) count += popCount(words[at] ?? outOfRange())
  return count
}

/** How many bits two sets share, without a third set. */
export const countCommonBits = ({ words }: BitSet, other: BitSet): number => {
  const others = other.words
  let count = 0
  for (let at = 0; at < words.length; at++)
    count += popCount((words[at] ?? outOfRange()) & (others[at] ?? outOfRange()))
  return count
}

/** The first set bit at or behind an index, or -1. */
export const nextBit = ({ words }: BitSet, index: number): number => {
  let at = index >>> 5
  if (at >= words.length) return -1
  let word = (words[at] ?? outOfRange()) & (-1 << (index & 31))
  while (word === 0) {
    if (++at >= words.length) return -1
    word = words[at] ?? outOfRange()
  }
  return at * 32 + 31 - Math.clz32(word & -word)
}
