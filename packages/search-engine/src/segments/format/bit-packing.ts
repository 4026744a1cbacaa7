import { outOfRange } from '@rowhouse/platform'
import type { GrowableUint32 } from './growable.js'

/**
 * Whole numbers of up to 32 bits, packed into 32-bit words, lowest bits first. A full block of 128
 * has four lanes, value i in lane i % 4, because four values then share one shift (and one vector
 * register where available); shorter blocks are packed one after the other.
 */
export const BLOCK = 128
const LANES = 4

/** Bits that a number needs; 0 for 0. */
export const widthOf = (largest: number): number => 32 - Math.clz32(largest)

export const pack = (
  values: ArrayLike<number>,
  from: number,
  count: number,
  width: number,
  target: GrowableUint32,
): void => {
  if (count === BLOCK) packLanes(values, from, width, target)
  else packRow(values, from, count, width, target)
}

/** Appends that many zeros and answers where they begin. */
const appendZeros = (target: GrowableUint32, words: number): number => {
  target.reserve(words)
  const base = target.length
  target.values.fill(0, base, base + words)
  target.length += words
  return base
}

const packLanes = (
  values: ArrayLike<number>,
  from: number,
  width: number,
  target: GrowableUint32,
): void => {
  const base = appendZeros(target, LANES * width)
  if (width === 0) return
  const { values: out } = target
  for (let index = 0; index < BLOCK; index++) {
    const value = values[from + index] ?? outOfRange()
    const bit = (index >>> 2) * width
    const shift = bit & 31
    const word = base + (bit >>> 5) * LANES + (index & 3)
    out[word] = (out[word] ?? outOfRange()) | (value << shift)
    if (shift + width > 32) out[word + LANES] = value >>> (32 - shift)
  }
}

export const packRow = (
  values: ArrayLike<number>,
  from: number,
  count: number,
  width: number,
  target: GrowableUint32,
): void => {
  let word = appendZeros(target, Math.ceil((count * width) / 32))
  if (width === 0) return
  let shift = 0
  const { values: out } = target
  for (let index = 0; index < count; index++) {
    const value = values[from + index] ?? outOfRange()
    out[word] = (out[word] ?? outOfRange()) | (value << shift)
    const left = 32 - shift
    shift += width
    if (left > width) continue
    word++
    shift = width - left
    if (shift > 0) out[word] = value >>> left
  }
}

const maskOf = (width: number): number => (width === 32 ? -1 : (1 << width) - 1)

/** Reads `count` numbers from word `offset` on. */
export const unpack = (
  words: Uint32Array,
  offset: number,
  count: number,
  width: number,
  target: Int32Array,
): void => {
  if (width === 0) target.fill(0, 0, count)
  else if (count === BLOCK) unpackLanes(words, offset, width, target)
  else unpackRow(words, offset, 0, count, width, target)
}

const unpackLanes = (
  words: Uint32Array,
  offset: number,
  width: number,
  target: Int32Array,
): void => {
  const mask = maskOf(width)
  let word = offset
  let shift = 0
  for (let index = 0; index < BLOCK; index += LANES) {
    let a = (words[word] ?? outOfRange()) >>> shift
    let b = (words[word + 1] ?? outOfRange()) >>> shift
    let c = (words[word + 2] ?? outOfRange()) >>> shift
    let d = (words[word + 3] ?? outOfRange()) >>> shift
    const left = 32 - shift
    shift += width
    if (left <= width) {
      word += LANES
      shift = width - left
      if (shift > 0) {
        a |= (words[word] ?? outOfRange()) << left
        b |= (words[word + 1] ?? outOfRange()) << left
        c |= (words[word + 2] ?? outOfRange()) << left
        d |= (words[word + 3] ?? outOfRange()) << left
      }
    }
    target[index] = a & mask
    target[index + 1] = b & mask
    target[index + 2] = c & mask
    target[index + 3] = d & mask
  }
}

/** Reads number `at` of those that are packed one after the other. */
export const unpackOne = (
  words: Uint32Array,
  offset: number,
  at: number,
  width: number,
): number => {
  if (width === 0) return 0
  const bit = at * width
  const word = offset + Math.floor(bit / 32)
  const shift = bit & 31
  let value = (words[word] ?? outOfRange()) >>> shift
  if (shift + width > 32) value |= (words[word + 1] ?? outOfRange()) << (32 - shift)
  return value & maskOf(width)
}

/** Reads `count` numbers that are packed one after the other, from number `first` on. */
export const unpackRow = (
  words: Uint32Array,
  offset: number,
  first: number,
  count: number,
  width: number,
  target: Int32Array | Uint32Array,
): void => {
  if (width === 0) {
    target.fill(0, 0, count)
    return
  }
  const mask = maskOf(width)
  let word = offset + Math.floor((first * width) / 32)
  let shift = (first * width) % 32
  for (let index = 0; index < count; index++) {
    let value = (words[word] ?? outOfRange()) >>> shift
    const left = 32 - shift
    shift += width
    if (left <= width) {
      word++
      shift = width - left
      if (shift > 0) value |= (words[word] ?? outOfRange()) << left
    }
    target[index] = value & mask
  }
}
