/**
 * What one sorter knows of one hit: a number where it is exact or a double is asked for, a bigint for
 * integers past 2^53, bytes for keywords and keys; undefined where the hit has nothing to sort by.
 */
export type SortValue = number | bigint | Uint8Array | undefined

/** Ascending; values of one sorter only. Undefined equals undefined and is placed by who calls. */
export function compareValues(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b)
  if (a === undefined || b === undefined || a instanceof Uint8Array || b instanceof Uint8Array) {
    throw new TypeError('values of different kinds have no order')
  }
  // Number and bigint compare exactly with each other.
  return a < b ? -1 : a > b ? 1 : 0
}

/** Integers are numbers where that loses nothing, so that most comparisons stay quick. */
export function integerSortValue(value: bigint): number | bigint {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER
    ? Number(value)
    : value
}
