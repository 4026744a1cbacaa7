import { outOfRange } from '@rowhouse/platform'
import { hasBit } from '../../queries/walks/bits-walk.js'
import type { NumbersInParts, NumericColumn, NumericField } from '../../segments/field-reader.js'

/** A column of the minimum and maximum of another one; empty if that has no value. */
export function columnEnds({ order, present }: NumericField, column: NumericColumn): NumericColumn {
  const { base, scale, starts } = column
  if (order !== undefined) {
    const ordered = order.cold?.values ?? order.values
    const last = ordered.length - 1
    return last < 0
      ? { base, scale, starts, values: pick(ordered, []) }
      : { base, scale, starts: undefined, values: pick(ordered, [0, last]) }
  }
  const { values } = column
  let least = -1
  let most = -1
  for (let index = 0; index < values.length; index++) {
    if (starts === undefined && present !== undefined && !hasBit(present, index)) continue
    const value = values[index] ?? outOfRange()
    if (least === -1 || value < (values[least] ?? outOfRange())) least = index
    if (most === -1 || value > (values[most] ?? outOfRange())) most = index
  }
  const ends = least === -1 ? [] : [least, most]
  return { base, scale, starts: undefined, values: pick(values, ends) }
}

function pick(values: NumbersInParts, indices: readonly number[]): NumericColumn['values'] {
  const kind = values.subarray(0, 0)
  if (kind instanceof BigInt64Array) {
    return BigInt64Array.from(indices, (index) => BigInt(values.at(index) ?? outOfRange()))
  }
  const numbers = indices.map((index) => Number(values.at(index) ?? outOfRange()))
  return kind instanceof Int32Array ? Int32Array.from(numbers) : Float64Array.from(numbers)
}
