import { outOfRange } from '@rowhouse/platform'
import { compareBytes } from '../format/compare-bytes.js'
import { type ByteStrings, orderByteStrings } from '../format/order-byte-strings.js'
import { DROPPED } from './document-map.js'

export interface RowOrder {
  /** The old numbers of the rows that stay, in key order. */
  readonly byKey: Uint32Array
  /**
   * The old numbers of the rows that stay, in the segment's order; the same array if that is key
   * order.
   */
  readonly rows: Uint32Array
  /** The new number by the old one, or DROPPED. */
  readonly numbers: Uint32Array
}

/**
 * Of rows with the same key only the last stays: it is the newest. Without `sortKeys`, rows are in
 * key order.
 */
export const orderRows = (
  count: number,
  keys: ByteStrings,
  sortKeys: ByteStrings | undefined,
): RowOrder => {
  const all = new Uint32Array(count)
  for (let index = 0; index < count; index++) all[index] = index
  orderByteStrings(keys, all)
  const byKey = lastOfEach(keys, all)
  const rows = sortKeys === undefined ? byKey : byKey.slice()
  if (sortKeys !== undefined) orderByteStrings(sortKeys, rows)
  const numbers = new Uint32Array(count).fill(DROPPED)
  for (let number = 0; number < rows.length; number++)
    numbers[rows[number] ?? outOfRange()] = number
  return { byKey, rows, numbers }
}

/** The last of each run of equal keys. */
const lastOfEach = (keys: ByteStrings, all: Uint32Array): Uint32Array => {
  const last = new Uint32Array(all.length)
  let count = 0
  for (let index = 0; index < all.length; index++) {
    const row = all[index] ?? outOfRange()
    const next = all[index + 1]
    if (next === undefined || !isSame(keys, row, next)) last[count++] = row
  }
  return last.subarray(0, count)
}

const isSame = ({ bytes, starts }: ByteStrings, a: number, b: number): boolean =>
  compareBytes(
    bytes,
    starts[a] ?? outOfRange(),
    starts[a + 1] ?? outOfRange(),
    bytes,
    starts[b] ?? outOfRange(),
    starts[b + 1] ?? outOfRange(),
  ) === 0
