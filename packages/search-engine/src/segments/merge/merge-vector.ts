import { outOfRange } from '@rowhouse/platform'
import type { FieldLayout } from '../../schema/index-layout.js'
import type { VectorField } from '../field-reader.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { placeValues } from '../write/placement.js'
import { writeVector } from '../write/write-vector.js'
import type { FieldPart } from './field-part.js'
import { eachTarget, hasAny, ownersOfSlots } from './owners.js'

export const mergeVector = (
  writer: SegmentWriter,
  { name }: FieldLayout,
  documents: number,
  parts: readonly FieldPart<VectorField>[],
): FieldSummary | undefined => {
  const owners = parts.map(({ field, numbers }) => ownersOfSlots(field, undefined, numbers))
  if (!hasAny(owners)) return undefined
  const placement = placeValues(documents, owners)
  const { dimension } = (parts[0] ?? outOfRange()).field
  const values = new Float32Array(documents * dimension)
  parts.forEach(({ field }, part) => {
    const from = field.values
    eachTarget(owners[part], (slot, index) => {
      values.set(from.subarray(index * dimension, (index + 1) * dimension), slot * dimension)
    })
  })
  return writeVector(writer, { name, dimension, placement, values })
}
