import { outOfRange } from '@rowhouse/platform'
import { orderKdTree } from '../format/kd-tree.js'
import { type GeoSummary, fieldSection } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { type Placement, documentsOfSlots } from './placement.js'
import { writeShape } from './write-shape.js'

export interface GeoContent {
  readonly name: string
  readonly placement: Placement
  /** By slot, quantised. */
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
}

export const writeGeo = (writer: SegmentWriter, content: GeoContent): GeoSummary => {
  const { name, placement, latitudes, longitudes } = content
  writeShape(writer, name, placement)
  writer.section(fieldSection(name, 'latitudes'), latitudes)
  writer.section(fieldSection(name, 'longitudes'), longitudes)
  const { documents, slots } = documentsOfSlots(placement)
  const pick = (values: Int32Array): Int32Array =>
    slots === undefined
      ? values.slice()
      : Int32Array.from(slots, (slot) => values[slot] ?? outOfRange())
  const tree = { latitudes: pick(latitudes), longitudes: pick(longitudes), documents }
  orderKdTree(tree)
  writer.section(fieldSection(name, 'tree-latitudes'), tree.latitudes)
  writer.section(fieldSection(name, 'tree-longitudes'), tree.longitudes)
  writer.section(fieldSection(name, 'tree-documents'), tree.documents)
  return { kind: 'geo', name, documentsWithValue: placement.documentsWithValue }
}
