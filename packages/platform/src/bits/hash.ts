import { outOfRange } from '../invariant.js'

/** Two halves of a 64 bit hash, filled again for each key. */
export interface Hash {
  high: number
  low: number
}

export const createHash = (): Hash => ({ high: 0, low: 0 })

const HIGH_SEED = 0x9e_37_79_b9 | 0
const LOW_SEED = 0x85_eb_ca_6b | 0

/**
 * Hashes bytes in two lanes with different multipliers, mixed at the end, in the manner of MurmurHash3. It
 * is fast rather than secure: a caller who chooses colliding keys only slows down their own lookups. The
 * result is part of files, so a change here is a change of their format.
 */
export const hashBytes = (bytes: Uint8Array, start: number, end: number, hash: Hash): void => {
  let high = HIGH_SEED
  let low = LOW_SEED
  let at = start
  for (; at + 4 <= end; at += 4) {
    const word =
      (bytes[at] ?? outOfRange()) |
      ((bytes[at + 1] ?? outOfRange()) << 8) |
      ((bytes[at + 2] ?? outOfRange()) << 16) |
      ((bytes[at + 3] ?? outOfRange()) << 24)
    high = stepHigh(high, word)
    low = stepLow(low, word)
  }
  let rest = 0
  for (let shift = 0; at < end; at++, shift += 8) rest |= (bytes[at] ?? outOfRange()) << shift
  finish(stepHigh(high, rest), stepLow(low, rest), end - start, hash)
}

/** Hashes 64 bits given as halves, as a number column holds them. */
export const hashHalves = (high: number, low: number, hash: Hash): void =>
  finish(stepHigh(stepHigh(HIGH_SEED, low), high), stepLow(stepLow(LOW_SEED, low), high), 8, hash)

const stepHigh = (state: number, word: number): number => {
  const mixed = Math.imul(word, 0xcc_9e_2d_51)
  const turned = state ^ Math.imul((mixed << 15) | (mixed >>> 17), 0x1b_87_35_93)
  return (Math.imul((turned << 13) | (turned >>> 19), 5) + 0xe6_54_6b_64) | 0
}

const stepLow = (state: number, word: number): number => {
  const mixed = Math.imul(word, 0x23_9b_96_1b)
  const turned = state ^ Math.imul((mixed << 16) | (mixed >>> 16), 0xab_0e_97_89)
  return (Math.imul((turned << 11) | (turned >>> 21), 9) + 0x56_1c_cd_1b) | 0
}

/** Each half is mixed with the other, so that each bit of the key moves all 64. */
const finish = (high: number, low: number, length: number, hash: Hash): void => {
  const one = mix((high ^ length) + low)
  const other = mix(low ^ length ^ one)
  hash.high = (one + other) >>> 0
  hash.low = other >>> 0
}

const mix = (word: number): number => {
  let mixed = word ^ (word >>> 16)
  mixed = Math.imul(mixed, 0x85_eb_ca_6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2_b2_ae_35)
  return mixed ^ (mixed >>> 16)
}
