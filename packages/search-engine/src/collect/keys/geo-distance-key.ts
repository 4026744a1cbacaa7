import { outOfRange } from '@rowhouse/platform'
import type { GeoPoint } from '@rowhouse/protocol'
import type { FieldReader } from '../../segments/field-reader.js'
import { haversineMetres, planeMetres } from '../../values/point-distance.js'
import { decodeLat, decodeLon } from '../../values/geo-encoding.js'
import { type ValueSpan, spanOf } from '../column-values.js'
import type { DocumentValue, SortMode } from './field-key.js'

export interface GeoDistances {
  readonly points: readonly GeoPoint[]
  readonly mode: SortMode
  /** The distance along the surface, or on a flat map. */
  readonly type: 'ARC' | 'PLANE'
}

const NO_POINTS = { latitudes: new Int32Array(0), longitudes: new Int32Array(0) }

/**
 * Metres between a document's points and the given ones: minimum, maximum or mean over all pairs.
 */
export function geoDistanceValues(
  field: FieldReader | undefined,
  { points, mode, type }: GeoDistances,
): DocumentValue | undefined {
  if (field?.kind !== 'geo') return undefined
  const { column, present } = field
  const metres = type === 'ARC' ? haversineMetres : planeMetres
  const span: ValueSpan = { start: 0, end: 0 }
  const { cold } = column
  const { latitudes, longitudes } = cold === undefined ? column : NO_POINTS
  return (document) => {
    spanOf(column.starts, present, document, span)
    if (span.start >= span.end) return undefined
    let best = mode === 'MIN' ? Number.POSITIVE_INFINITY : 0
    for (let index = span.start; index < span.end; index++) {
      const lat = decodeLat(
        (cold === undefined ? latitudes[index] : cold.latitudes.at(index)) ?? outOfRange(),
      )
      const lon = decodeLon(
        (cold === undefined ? longitudes[index] : cold.longitudes.at(index)) ?? outOfRange(),
      )
      for (const point of points) {
        const distance = metres(point.lat, point.lon, lat, lon)
        if (mode === 'AVG') best += distance
        else best = mode === 'MIN' ? Math.min(best, distance) : Math.max(best, distance)
      }
    }
    return mode === 'AVG' ? best / ((span.end - span.start) * points.length) : best
  }
}
