import { type VectorSummary, fieldSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import type { Placement } from './placement.js'
import { writePresent } from './write-shape.js'

export interface VectorContent {
  readonly name: string
  readonly dimension: number
  readonly placement: Placement
  /** By document, zeros for those without. */
  readonly values: Float32Array
}

export const writeVector = (writer: SegmentWriter, content: VectorContent): VectorSummary => {
  const { name, dimension, placement, values } = content
  writePresent(writer, name, placement.present)
  writer.section(fieldSection(name, 'values'), values)
  return { kind: 'vector', name, dimension, documentsWithValue: placement.documentsWithValue }
}
