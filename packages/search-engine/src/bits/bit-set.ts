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
  words[word] = (words[word] ?? 0) | (1 << (index & 31))
}

export const clearBit = ({ words }: BitSet, index: number): void => {
  const word = index >>> 5
  words[word] = (words[word] ?? 0) & ~(1 << (index & 31))
}

export const hasBit = ({ words }: BitSet, index: number): boolean =>
  (((words[index >>> 5] ?? 0) >>> (index & 31)) & 1) === 1

/** All bits from one index up to another, which stays as it is. */
export const setBits = ({ words }: BitSet, from: number, to: number): void => {
  if (from >= to) return
  const first = from >>> 5
  const last = (to - 1) >>> 5
  const head = -1 << (from & 31)
  const tail = -1 >>> (31 - ((to - 1) & 31))
  if (first === last) {
    words[first] = (words[first] ?? 0) | (head & tail)
    return
  }
  words[first] = (words[first] ?? 0) | head
  words.fill(0xff_ff_ff_ff, first + 1, last)
  words[last] = (words[last] ?? 0) | tail
}

export const setAllBits = (bits: BitSet): void => setBits(bits, 0, bits.length)

/** Sets of one length: the first is changed. */
export const andInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & (others[at] ?? 0)
}

export const orInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) | (others[at] ?? 0)
}

export const andNotInto = ({ words }: BitSet, other: BitSet): void => {
  const others = other.words
  for (let at = 0; at < words.length; at++) words[at] = (words[at] ?? 0) & ~(others[at] ?? 0)
}

/** Every bit turned, those behind the length excepted. */
export const invert = ({ words, length }: BitSet): void => {
  for (let at = 0; at < words.length; at++) words[at] = ~(words[at] ?? 0)
  const spare = length & 31
  if (spare === 0) return
  const last = words.length - 1
  words[last] = (words[last] ?? 0) & ~(-1 << spare)
}

/** How many bits of a word are set. */
export const popCount = (word: number): number => {
  let count = word - ((word >>> 1) & 0x55_55_55_55)
  count = (count & 0x33_33_33_33) + ((count >>> 2) & 0x33_33_33_33)
  return Math.imul((count + (count >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24
}

export const countBits = ({ words }: BitSet): number => countWords(words, 0, words.length)

const countWords = (words: Uint32Array, from: number, to: number): number => {
  let count = 0
  for (let at = from; at < to; at++) count += popCount(words[at] ?? 0)
  return count
}

/** How many bits two sets share, without a third set. */
export const countCommonBits = ({ words }: BitSet, other: BitSet): number => {
  const others = other.words
  let count = 0
  for (let at = 0; at < words.length; at++) count += popCount((words[at] ?? 0) & (others[at] ?? 0))
  return count
}

/** The first set bit at or behind an index, or -1. */
export const nextBit = ({ words }: BitSet, index: number): number => {
  let at = index >>> 5
  if (at >= words.length) return -1
  let word = (words[at] ?? 0) & (-1 << (index & 31))
  while (word === 0) {
    if (++at >= words.length) return -1
    word = words[at] ?? 0
  }
  return at * 32 + 31 - Math.clz32(word & -word)
}

/** Fills a buffer with the numbers of set bits, from an index on, and says how many there are. */
export const readBits = (bits: BitSet, index: number, into: Uint32Array): number => {
  const { words } = bits
  let count = 0
  let at = index >>> 5
  let word = (words[at] ?? 0) & (-1 << (index & 31))
  while (count < into.length) {
    if (word === 0) {
      if (++at >= words.length) break
      word = words[at] ?? 0
    } else {
      into[count++] = at * 32 + 31 - Math.clz32(word & -word)
      word &= word - 1
    }
  }
  return count
}

/** Words that one entry of a rank table covers. */
const RANK_WORDS = 16

/** How many bits are set before every 16th word: makes `rankOf` quick in a set that no longer changes. */
export const createRanks = ({ words }: BitSet): Uint32Array => {
  const ranks = new Uint32Array(Math.ceil(words.length / RANK_WORDS) + 1)
  let count = 0
  for (let entry = 0; entry < ranks.length; entry++) {
    ranks[entry] = count
    const from = entry * RANK_WORDS
    count += countWords(words, from, Math.min(from + RANK_WORDS, words.length))
  }
  return ranks
}

/** How many bits are set before an index. */
export const rankOf = ({ words }: BitSet, ranks: Uint32Array, index: number): number => {
  const word = index >>> 5
  const entry = Math.floor(word / RANK_WORDS)
  const whole = (ranks[entry] ?? 0) + countWords(words, entry * RANK_WORDS, word)
  return whole + popCount((words[word] ?? 0) & ~(-1 << (index & 31)))
}
