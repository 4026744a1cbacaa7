import { outOfRange } from '@rowhouse/platform'

/**
 * A stable order of numbers by counting digits of 11 bits, from the lowest on. A digit that all
 * numbers share is only counted.
 */
const DIGIT_BITS = 11
const BUCKETS = 1 << DIGIT_BITS

/** `high` are the upper 32 bits, if there are more than 32. */
export const radixOrder = (
  low: Uint32Array,
  high: Uint32Array | undefined,
  count: number,
): Uint32Array => {
  const first = new Uint32Array(count)
  for (let index = 0; index < count; index++) first[index] = index
  let order: readonly [Uint32Array, Uint32Array] = [first, new Uint32Array(count)]
  for (const keys of high === undefined ? [low] : [low, high])
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) order = sortDigit(keys, shift, order)
  return order[0]
}

/** Answers the new order and a free array. */
const sortDigit = (
  keys: Uint32Array,
  shift: number,
  [from, to]: readonly [Uint32Array, Uint32Array],
): readonly [Uint32Array, Uint32Array] => {
  const count = from.length
  const places = new Uint32Array(BUCKETS)
  const mask = BUCKETS - 1
  for (let index = 0; index < count; index++) {
    const digit = ((keys[index] ?? outOfRange()) >>> shift) & mask
    places[digit] = (places[digit] ?? outOfRange()) + 1
  }
  let before = 0
  for (let digit = 0; digit < BUCKETS; digit++) {
    const size = places[digit] ?? outOfRange()
    if (size === count) return [from, to]
    places[digit] = before
    before += size
  }
  for (let index = 0; index < count; index++) {
    const item = from[index] ?? outOfRange()
    const digit = ((keys[item] ?? outOfRange()) >>> shift) & mask
    const place = places[digit] ?? outOfRange()
    to[place] = item
    places[digit] = place + 1
  }
  return [to, from]
}
