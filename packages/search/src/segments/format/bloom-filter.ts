/**
 * A Bloom filter in blocks of 512 bits, so that a question touches one cache line: 12 bits per key and 7
 * probes answer wrongly for about one key in 150.
 */
const BITS_PER_KEY = 12
const WORDS_PER_BLOCK = 16
const BITS_PER_BLOCK = WORDS_PER_BLOCK * 32
const PROBES = 7

export const bloomWords = (keys: number): number =>
  Math.ceil(Math.max(keys, 1) / Math.floor(BITS_PER_BLOCK / BITS_PER_KEY)) * WORDS_PER_BLOCK

/** FNV-1a with the finish of MurmurHash3: part of the format. */
export const hashBytes = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0x811c_9dc5
  for (let index = from; index < to; index++)
    hash = Math.imul(hash ^ (bytes[index] ?? 0), 0x0100_0193)
  return mix(hash)
}

const mix = (value: number): number => {
  let hash = Math.imul(value ^ (value >>> 16), 0x85eb_ca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

const blockOf = (words: Uint32Array, hash: number): number =>
  Math.floor((hash / 2 ** 32) * (words.length / WORDS_PER_BLOCK)) * WORDS_PER_BLOCK

export const addToBloom = (words: Uint32Array, hash: number): void => {
  const block = blockOf(words, hash)
  const step = mix(hash ^ 0x9e37_79b9) | 1
  let at = mix(hash)
  for (let probe = 0; probe < PROBES; probe++) {
    const word = block + ((at >>> 23) >>> 5)
    words[word] = (words[word] ?? 0) | (1 << ((at >>> 23) & 31))
    at = (at + step) | 0
  }
}

/** False: the key is not there. */
export const mayContain = (words: Uint32Array, hash: number): boolean => {
  const block = blockOf(words, hash)
  const step = mix(hash ^ 0x9e37_79b9) | 1
  let at = mix(hash)
  for (let probe = 0; probe < PROBES; probe++) {
    const word = words[block + ((at >>> 23) >>> 5)] ?? 0
    if ((word & (1 << ((at >>> 23) & 31))) === 0) return false
    at = (at + step) | 0
  }
  return true
}
