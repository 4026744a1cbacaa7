import { hasBit } from '../../queries/walks/bits-walk.js'
import type { NumericColumn, NumericField } from '../../segments/field-reader.js'

/** A column of the least and the greatest value of another one; empty when that has none. */
export function columnEnds({ order, present }: NumericField, column: NumericColumn): NumericColumn {
  if (order !== undefined) {
    const last = order.values.length - 1
    return last < 0
      ? { ...column, values: pick(order.values, []) }
      : { ...column, starts: undefined, values: pick(order.values, [0, last]) }
  }
  const { values, starts } = column
  let least = -1
  let most = -1
  for (let index = 0; index < values.length; index++) {
    if (starts === undefined && present !== undefined && !hasBit(present, index)) continue
    const value = values[index] ?? 0
    if (least === -1 || value < (values[least] ?? 0)) least = index
    if (most === -1 || value > (values[most] ?? 0)) most = index
  }
  return { ...column, starts: undefined, values: pick(values, least === -1 ? [] : [least, most]) }
}

function pick(
  values: NumericColumn['values'],
  indices: readonly number[],
): NumericColumn['values'] {
  if (values instanceof BigInt64Array) {
    return BigInt64Array.from(indices, (index) => values[index] ?? 0n)
  }
  if (values instanceof Int32Array) return Int32Array.from(indices, (index) => values[index] ?? 0)
  return Float64Array.from(indices, (index) => values[index] ?? 0)
}
