import type { FieldLayout } from '../../schema/index-layout.js'
import type { GeoField } from '../field-reader.js'
import type { FieldSummary } from '../format/segment-summary.js'
import type { SegmentWriter } from '../format/segment-writer.js'
import { placeValues } from '../write/placement.js'
import { writeGeo } from '../write/write-geo.js'
import type { FieldPart } from './field-part.js'
import { hasAny, ownersOfSlots, place } from './owners.js'

export const mergeGeo = (
  writer: SegmentWriter,
  { name }: FieldLayout,
  documents: number,
  parts: readonly FieldPart<GeoField>[],
): FieldSummary | undefined => {
  const owners = parts.map(({ field, numbers }) =>
    ownersOfSlots(field, field.column.starts, numbers),
  )
  if (!hasAny(owners)) return undefined
  const placement = placeValues(documents, owners)
  const latitudes = new Int32Array(placement.slots)
  const longitudes = new Int32Array(placement.slots)
  parts.forEach(({ field }, part) => {
    const { column } = field
    place(placement.targets[part], column.latitudes, latitudes)
    place(placement.targets[part], column.longitudes, longitudes)
  })
  return writeGeo(writer, { name, placement, latitudes, longitudes })
}
