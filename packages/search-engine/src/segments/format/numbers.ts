import { outOfRange } from '@rowhouse/platform'

/**
 * Numbers of a column on their way into a segment. Integers come as units (a value is base + scale * unit,
 * every unit exact in a double) as long as that holds, else as 64-bit integers.
 */
export type Numbers =
  | { readonly kind: 'double'; readonly values: Float64Array }
  | {
      readonly kind: 'units'
      readonly values: Float64Array | Int32Array
      readonly base: bigint
      readonly scale: bigint
    }
  | { readonly kind: 'long'; readonly values: BigInt64Array }

export interface EncodedNumbers {
  readonly values: Int32Array | BigInt64Array | Float64Array
  readonly base: bigint
  readonly scale: bigint
}

/** Whether slot i holds a value; undefined: all do. */
export type Filled = Uint32Array | undefined

export const isFilled = (filled: Filled, slot: number): boolean =>
  filled === undefined || ((filled[slot >>> 5] ?? outOfRange()) & (1 << (slot & 31))) !== 0

const SPREAD_MAX = 0xffff_ffff
const INT32_SPREAD_MAX = 0x7fff_ffff
const INT32_SHIFT = 2 ** 31

export const encodeNumbers = (numbers: Numbers, filled: Filled): EncodedNumbers => {
  if (numbers.kind === 'double') return { values: numbers.values, base: 0n, scale: 1n }
  return numbers.kind === 'units'
    ? encodeUnits(numbers, filled)
    : encodeLongs(numbers.values, filled)
}

/** The same result as that of `encodeLongs`, only faster. */
const encodeUnits = (
  { values, base, scale }: Extract<Numbers, { kind: 'units' }>,
  filled: Filled,
): EncodedNumbers => {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (let slot = 0; slot < values.length; slot++) {
    if (!isFilled(filled, slot)) continue
    const value = values[slot] ?? outOfRange()
    if (value < least) least = value
    if (value > most) most = value
  }
  // Differences of units can need one bit more than the units.
  if (most - least > Number.MAX_SAFE_INTEGER)
    return encodeLongs(longsOfUnits({ values, base, scale }, filled), filled)
  const divisor = divisorOfUnits(values, filled, least)
  const spread = (most - least) / divisor
  if (spread > SPREAD_MAX) {
    const longs = longsOfUnits({ values, base, scale }, filled)
    return { values: longs, base: 0n, scale: 1n }
  }
  const shift = spread > INT32_SPREAD_MAX ? INT32_SHIFT : 0
  const packed = new Int32Array(values.length)
  for (let slot = 0; slot < values.length; slot++)
    if (isFilled(filled, slot))
      packed[slot] = ((values[slot] ?? outOfRange()) - least) / divisor - shift
  const packedScale = scale * BigInt(divisor)
  const packedBase = base + scale * BigInt(least) + packedScale * BigInt(shift)
  return spread === 0
    ? { values: packed, base: packedBase, scale: 1n }
    : { values: packed, base: packedBase, scale: packedScale }
}

/** The greatest common divisor of all differences from the least; 1 when there are none. */
const divisorOfUnits = (
  values: Float64Array | Int32Array,
  filled: Filled,
  least: number,
): number => {
  let divisor = 0
  for (let slot = 0; slot < values.length && divisor !== 1; slot++) {
    if (!isFilled(filled, slot)) continue
    let rest = (values[slot] ?? outOfRange()) - least
    while (rest !== 0) {
      const remainder = divisor % rest
      divisor = rest
      rest = remainder
    }
  }
  return divisor === 0 ? 1 : divisor
}

export const longsOfUnits = (
  { values, base, scale }: { values: Float64Array | Int32Array; base: bigint; scale: bigint },
  filled: Filled,
): BigInt64Array => {
  const longs = new BigInt64Array(values.length)
  const isPlain = base === 0n && scale > 0n && scale < BigInt(FACTOR_MAX)
  const words = new Int32Array(longs.buffer)
  const factor = Number(scale)
  for (let slot = 0; slot < values.length; slot++) {
    if (!isFilled(filled, slot)) continue
    const value = values[slot] ?? outOfRange()
    if (isPlain && value >= 0) writeProduct(value, factor, words, slot * 2)
    else longs[slot] = base + scale * BigInt(value)
  }
  return longs
}

/** Products of such a factor and 18 bits are exact. */
const FACTOR_MAX = 2 ** 32
const TWO_14 = 2 ** 14
const TWO_18 = 2 ** 18
const TWO_32 = 2 ** 32
const TWO_36 = 2 ** 36

/** Writes an int64 as two halves, the lower first: a bigint for each is ten times as slow. */
const writeProduct = (value: number, factor: number, words: Int32Array, at: number): void => {
  const upper = Math.floor(value / TWO_36)
  const rest = value - upper * TWO_36
  const middle = Math.floor(rest / TWO_18)
  const middleProduct = middle * factor
  const middleHigh = Math.floor(middleProduct / TWO_14)
  const low = (rest - middle * TWO_18) * factor + (middleProduct - middleHigh * TWO_14) * TWO_18
  const carry = Math.floor(low / TWO_32)
  words[at] = low - carry * TWO_32
  words[at + 1] = carry + middleHigh + upper * factor * (TWO_36 / TWO_32)
}

const encodeLongs = (values: BigInt64Array, filled: Filled): EncodedNumbers => {
  const whole = { values, base: 0n, scale: 1n }
  let least: bigint | undefined
  let most = 0n
  for (let slot = 0; slot < values.length; slot++) {
    if (!isFilled(filled, slot)) continue
    const value = values[slot] ?? outOfRange()
    if (least === undefined) least = most = value
    else if (value < least) least = value
    else if (value > most) most = value
  }
  if (least === undefined) return whole
  const divisor = divisorOfLongs(values, filled, least, most - least)
  if (divisor === 0n) return whole
  const spread = Number((most - least) / divisor)
  const shift = spread > INT32_SPREAD_MAX ? INT32_SHIFT : 0
  const packed = new Int32Array(values.length)
  for (let slot = 0; slot < values.length; slot++)
    if (isFilled(filled, slot))
      packed[slot] = Number(((values[slot] ?? outOfRange()) - least) / divisor) - shift
  const base = least + divisor * BigInt(shift)
  return { values: packed, base, scale: spread === 0 ? 1n : divisor }
}

/** As above; 0 as soon as the divisor is too small for the range to fit 32 bits. */
const divisorOfLongs = (
  values: BigInt64Array,
  filled: Filled,
  least: bigint,
  spread: bigint,
): bigint => {
  const enough = (spread + BigInt(SPREAD_MAX) - 1n) / BigInt(SPREAD_MAX)
  let divisor = 0n
  for (let slot = 0; slot < values.length; slot++) {
    if (!isFilled(filled, slot)) continue
    let rest = (values[slot] ?? outOfRange()) - least
    if (divisor !== 0n && rest % divisor === 0n) continue
    while (rest !== 0n) {
      const remainder: bigint = divisor % rest
      divisor = rest
      rest = remainder
    }
    if (divisor === 1n) break
    if (divisor !== 0n && divisor < enough) return 0n
  }
  if (divisor === 0n) return 1n
  return divisor < enough ? 0n : divisor
}
