import type {
  GeoBoundingBoxQuery,
  GeoDistanceQuery,
  GeoPoint,
  GeoPolygonQuery,
} from '@rowhouse/protocol'
import type { FieldValue } from '../documents/document.js'
import { decodeLat, decodeLon, encodeLat, encodeLon } from '../values/geo-encoding.js'

const RADIUS_METRES = 6_371_008.7714

/** Whether a point is in a box. Tests that use this keep points off the edges, where the service rounds. */
export function isInNaiveBox(query: GeoBoundingBoxQuery, value: FieldValue): boolean {
  const { lat, lon } = pointOf(value)
  const { topLeft, bottomRight } = query
  if (lat > topLeft.lat || lat < bottomRight.lat) return false
  if (topLeft.lon <= bottomRight.lon) {
    return lon >= topLeft.lon && lon <= bottomRight.lon
  }
  return lon >= topLeft.lon || lon <= bottomRight.lon
}

/** Compares the angle between two vectors from the centre of the earth. */
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

/** Counts the edges east of the stored point, in exact numbers. */
export function isInNaivePolygon(query: GeoPolygonQuery, value: FieldValue): boolean {
  const { lat, lon } = pointOf(value)
  const [y, x] = [exact(decodeLat(encodeLat(lat))), exact(decodeLon(encodeLon(lon)))]
  const crossed = query.points.filter((corner, index) => {
    const ends = [corner, query.points[(index + 1) % query.points.length] ?? corner]
    const [low, high] = ends.toSorted((a, b) => a.lat - b.lat)
    if (low === undefined || high === undefined) throw new Error('no edge')
    const [bottom, top] = [exact(low.lat), exact(high.lat)]
    if (y < bottom || y >= top) return false
    const [left, right] = [exact(low.lon), exact(high.lon)]
    return (x - left) * (top - bottom) < (right - left) * (y - bottom)
  })
  return crossed.length % 2 === 1
}

/** In fractions of a degree that make every double an integer, except for some close to 0. */
const exact = (degrees: number): bigint => BigInt(Math.round(degrees * 2 ** 80))

function pointOf(value: FieldValue): GeoPoint {
  if (typeof value === 'object' && 'lat' in value) return value
  throw new Error('no point')
}
