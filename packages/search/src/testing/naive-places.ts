import type {
  GeoBoundingBoxQuery,
  GeoDistanceQuery,
  GeoPoint,
  GeoPolygonQuery,
} from '@rowhouse/protocol'
import type { FieldValue } from '../documents/document.js'

/** Points are stored a little south and west of where they are: see values/geo-encoding. */
const STEP = 1e-7
const RADIUS_METRES = 6_371_008.7714

/**
 * Whether a point is in a box. Who compares with this keeps points off the edges: on them the service
 * itself rounds.
 */
export function isInNaiveBox(query: GeoBoundingBoxQuery, value: FieldValue): boolean {
  const { lat, lon } = pointOf(value)
  const { topLeft, bottomRight } = query
  if (lat > topLeft.lat || lat < bottomRight.lat) return false
  if (topLeft.lon <= bottomRight.lon) {
    return lon >= topLeft.lon && lon <= bottomRight.lon
  }
  return lon >= topLeft.lon || lon <= bottomRight.lon
}

/** By the angle between two vectors from the middle of the earth. */
export function isInNaiveCircle(query: GeoDistanceQuery, value: FieldValue): boolean {
  const { lat, lon } = pointOf(value)
  const a = unitVector(lat, lon)
  const b = unitVector(query.centerPoint.lat, query.centerPoint.lon)
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
  return 2 * Math.asin(Math.min(1, chord / 2)) * RADIUS_METRES <= query.distance
}

function unitVector(lat: number, lon: number): readonly [number, number, number] {
  const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)]
}

/** By the sum of the angles under which the edges are seen; on an edge is inside. */
export function isInNaivePolygon(query: GeoPolygonQuery, value: FieldValue): boolean {
  const { lat: y, lon: x } = pointOf(value)
  let turned = 0
  for (const [index, a] of query.points.entries()) {
    const b = query.points[(index + 1) % query.points.length] ?? a
    const [ax, ay, bx, by] = [a.lon - x, a.lat - y, b.lon - x, b.lat - y]
    const cross = ax * by - ay * bx
    const dot = ax * bx + ay * by
    if (Math.abs(cross) < STEP && dot <= 0) return true
    turned += Math.atan2(cross, dot)
  }
  return Math.abs(Math.round(turned / (2 * Math.PI))) % 2 === 1
}

function pointOf(value: FieldValue): GeoPoint {
  if (typeof value === 'object' && 'lat' in value) return value
  throw new Error('no point')
}
