import { outOfRange } from '@rowhouse/platform'
import type { FieldLayout } from '../../schema/index-layout.js'
import type { NumericField } from '../field-reader.js'
import type { Numbers } from '../format/numbers.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type Placement, placeValues } from '../write/placement.js'
import { DROPPED } from '../write/document-map.js'
import { writeNumeric } from '../write/write-numeric.js'
import type { FieldPart } from './field-part.js'
import { eachTarget, hasAny, ownersOfSlots, place } from './owners.js'

/** The values of one input, with the new documents that they belong to. */
interface Values {
  readonly owners: Uint32Array
  readonly values: Int32Array | BigInt64Array | Float64Array
  readonly base: bigint
  readonly scale: bigint
}

export const mergeNumeric = (
  writer: SegmentWriter,
  layout: FieldLayout,
  documents: number,
  parts: readonly FieldPart<NumericField>[],
): FieldSummary | undefined => {
  const inputs = parts.map(valuesOf)
  const owners = inputs.map((input) => input.owners)
  if (!hasAny(owners)) return undefined
  const placement = placeValues(documents, owners)
  const { name, hasColumn, isIndexed } = layout
  const numbers =
    layout.type === 'DOUBLE' ? doubles(inputs, placement) : integers(inputs, placement)
  return writeNumeric(writer, { name, hasColumn, hasOrder: isIndexed, placement, numbers })
}

/** Read from the column, or else from the order. */
const valuesOf = ({ field, numbers }: FieldPart<NumericField>): Values => {
  const { column, order } = field
  if (column !== undefined) {
    const { values, base, scale, starts } = column
    return { owners: ownersOfSlots(field, starts, numbers), values, base, scale }
  }
  if (order === undefined) throw new TypeError('a numeric field has neither column nor order')
  const { values, base, scale } = order
  const owners = order.documents.map((document) => numbers[document] ?? outOfRange())
  return { owners, values, base, scale }
}

const doubles = (inputs: readonly Values[], placement: Placement): Numbers => {
  const merged = new Float64Array(placement.slots)
  inputs.forEach(({ values }, input) => {
    if (values instanceof Float64Array) place(placement.targets[input], values, merged)
  })
  return { kind: 'double', values: merged }
}

/** In units shared by all inputs, if doubles can hold them exactly; else as 64-bit integers. */
const integers = (inputs: readonly Values[], placement: Placement): Numbers => {
  const units = unitsOf(inputs)
  if (units === undefined) return longs(inputs, placement)
  const merged = new Float64Array(placement.slots)
  inputs.forEach(({ values, base, scale }, input) => {
    if (!(values instanceof Int32Array)) return
    const offset = Number((base - units.base) / units.scale)
    const factor = Number(scale / units.scale)
    placeScaled(placement.targets[input], { values, offset, factor }, merged)
  })
  return { kind: 'units', values: merged, ...units }
}

interface Scaled {
  readonly values: Int32Array
  readonly offset: number
  readonly factor: number
}

const placeScaled = (
  targets: Uint32Array | undefined,
  { values, offset, factor }: Scaled,
  merged: Float64Array,
): void => {
  if (targets === undefined) return
  for (let index = 0; index < targets.length; index++) {
    const slot = targets[index] ?? outOfRange()
    if (slot !== DROPPED) merged[slot] = offset + factor * (values[index] ?? outOfRange())
  }
}

interface Units {
  readonly base: bigint
  readonly scale: bigint
}

const UNITS_MAX = BigInt(Number.MAX_SAFE_INTEGER)

const unitsOf = (inputs: readonly Values[]): Units | undefined => {
  const { base } = inputs[0] ?? outOfRange()
  let scale = 0n
  for (const input of inputs) {
    if (!(input.values instanceof Int32Array)) return undefined
    scale = divisorOf(divisorOf(scale, input.scale), input.base - base)
  }
  for (const input of inputs) {
    const offset = (input.base - base) / scale
    const reach = (offset < 0n ? -offset : offset) + (input.scale / scale) * 2n ** 31n
    if (reach > UNITS_MAX) return undefined
  }
  return { base, scale }
}

const divisorOf = (a: bigint, b: bigint): bigint => {
  let divisor = a
  let rest = b < 0n ? -b : b
  while (rest !== 0n) {
    const remainder = divisor % rest
    divisor = rest
    rest = remainder
  }
  return divisor
}

const longs = (inputs: readonly Values[], placement: Placement): Numbers => {
  const merged = new BigInt64Array(placement.slots)
  inputs.forEach(({ values, base, scale }, input) =>
    eachTarget(placement.targets[input], (slot, index) => {
      merged[slot] = base + scale * BigInt(values[index] ?? outOfRange())
    }),
  )
  return { kind: 'long', values: merged }
}
