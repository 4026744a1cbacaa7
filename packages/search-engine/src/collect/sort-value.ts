/**
 * A hit's value of one sorter: a number where it is exact or the field is a double, a bigint for
 * integers past 2^53, bytes for keywords and keys; undefined where the hit has no value.
 */
export type SortValue = number | bigint | Uint8Array | undefined

/**
 * Compares two values of one sorter, ascending. Undefined equals undefined; the caller places it.
 */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b)
  if (a === undefined || b === undefined || a instanceof Uint8Array || b instanceof Uint8Array) {
    throw new TypeError('values of different kinds have no order')
  }
  // A number and a bigint compare exactly.
  return a < b ? -1 : a > b ? 1 : 0
}

/** Integers that fit exactly are numbers, so that most comparisons are fast. */
export function integerSortValue(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value
}
