import { outOfRange } from '@rowhouse/platform'
import { numberOrder } from '../format/number-order.js'
import { type EncodedNumbers, type Numbers, encodeNumbers } from '../format/numbers.js'
import {
  type NumberEncoding,
  type NumericSummary,
  fieldSection,
} from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type Placement, documentsOfSlots } from './placement.js'
import { writePresent, writeShape } from './write-shape.js'

export interface NumericContent {
  readonly name: string
  readonly hasColumn: boolean
  readonly hasOrder: boolean
  readonly placement: Placement
  /** By slot of the placement. */
  readonly numbers: Numbers
}

export const writeNumeric = (writer: SegmentWriter, content: NumericContent): NumericSummary => {
  const { name, hasColumn, hasOrder, placement } = content
  const encoded = encodeNumbers(content.numbers, placement.filled)
  if (hasColumn) {
    writeShape(writer, name, placement)
    writer.section(fieldSection(name, 'values'), encoded.values)
  } else writePresent(writer, name, placement.present)
  if (hasOrder) writeOrder(writer, name, placement, encoded)
  return {
    kind: 'numeric',
    name,
    documentsWithValue: placement.documentsWithValue,
    encoding: encodingOf(encoded.values),
    base: String(encoded.base),
    scale: String(encoded.scale),
    hasColumn,
    hasOrder,
  }
}

const encodingOf = (values: EncodedNumbers['values']): NumberEncoding => {
  if (values instanceof Int32Array) return 'int32'
  return values instanceof BigInt64Array ? 'int64' : 'float64'
}

const writeOrder = (
  writer: SegmentWriter,
  name: string,
  placement: Placement,
  { values }: EncodedNumbers,
): void => {
  const { documents, slots } = documentsOfSlots(placement)
  const dense = slots === undefined ? values : gather(values, slots)
  const order = numberOrder(dense)
  writer.section(fieldSection(name, 'order-values'), gather(dense, order))
  for (let index = 0; index < order.length; index++)
    order[index] = documents[order[index] ?? outOfRange()] ?? outOfRange()
  writer.section(fieldSection(name, 'order-documents'), order)
}

const gather = (values: EncodedNumbers['values'], order: Uint32Array): EncodedNumbers['values'] => {
  if (values instanceof BigInt64Array) return gatherLongs(values, order)
  return values instanceof Int32Array
    ? gatherInto(values, order, new Int32Array(order.length))
    : gatherInto(values, order, new Float64Array(order.length))
}

/** Copies halves: a bigint for each would cost more than all the rest. */
const gatherLongs = (values: BigInt64Array, order: Uint32Array): BigInt64Array => {
  const gathered = new BigInt64Array(order.length)
  const from = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
  const to = new Uint32Array(gathered.buffer)
  for (let index = 0; index < order.length; index++) {
    const place = (order[index] ?? outOfRange()) * 2
    to[index * 2] = from[place] ?? outOfRange()
    to[index * 2 + 1] = from[place + 1] ?? outOfRange()
  }
  return gathered
}

const gatherInto = <T extends Int32Array | Float64Array>(
  values: T,
  order: Uint32Array,
  gathered: T,
): T => {
  for (let index = 0; index < order.length; index++)
    gathered[index] = values[order[index] ?? outOfRange()] ?? outOfRange()
  return gathered
}
