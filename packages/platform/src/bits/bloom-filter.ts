import { outOfRange } from '../invariant.js'
import { type Hash, createHash, hashBytes } from './hash.js'

/**
 * Tells that a key is surely absent, or may be present. All bits of a key are in one block of 512,
 * a cache line, so a lookup costs one cache miss.
 */
export type BloomFilter = Uint32Array

const BLOCK_WORDS = 16
const BLOCK_BITS = BLOCK_WORDS * 32
/** With twelve bits per key and six of them set, one in a hundred absent keys is a false positive. */
const BITS_PER_KEY = 12
const PROBES = 6
/** A step is odd, so it returns to a bit only after it has visited all of them. */
const PROBE_BITS = 9

/** The largest number of keys whose filter fits into these words, which are at least one block. */
export const bloomFilterKeys = (words: number): number =>
  Math.floor((Math.floor(words / BLOCK_WORDS) * BLOCK_BITS) / BITS_PER_KEY)

/** How many words the filter of so many keys takes, all of them 0 before the first one is added. */
export const bloomFilterWords = (keys: number): number =>
  Math.max(1, Math.ceil((keys * BITS_PER_KEY) / BLOCK_BITS)) * BLOCK_WORDS

export const createBloomFilter = (keys: number): BloomFilter =>
  new Uint32Array(bloomFilterWords(keys))

export const addToBloomFilter = (words: BloomFilter, hash: Hash): void => {
  const block = blockOf(words.length, hash.high)
  let bit = hash.low
  const step = (hash.low >>> PROBE_BITS) | 1
  for (let probe = 0; probe < PROBES; probe++) {
    const word = block + ((bit >>> 5) & (BLOCK_WORDS - 1))
    words[word] = (words[word] ?? outOfRange()) | (1 << (bit & 31))
    bit = (bit + step) | 0
  }
}

/** False: the key was never added. The filter may be a part of a larger array. */
export const mayContain = (
  words: BloomFilter,
  hash: Hash,
  start = 0,
  length = words.length,
): boolean => {
  const block = start + blockOf(length, hash.high)
  let bit = hash.low
  const step = (hash.low >>> PROBE_BITS) | 1
  for (let probe = 0; probe < PROBES; probe++) {
    const word = words[block + ((bit >>> 5) & (BLOCK_WORDS - 1))] ?? outOfRange()
    if (((word >>> (bit & 31)) & 1) === 0) return false
    bit = (bit + step) | 0
  }
  return true
}

/** Every block gets the same share of hashes. */
const blockOf = (words: number, high: number): number =>
  Math.floor(((high >>> 0) / 2 ** 32) * (words / BLOCK_WORDS)) * BLOCK_WORDS

/** The hash of a key that fills its bytes. */
export const hashOfKey = (key: Uint8Array): Hash => {
  const hash = createHash()
  hashBytes(key, 0, key.length, hash)
  return hash
}
