import { type GeoPoint, parseGeoPoint } from '@rowhouse/protocol'
import { UseError } from '../errors.js'

/** Parses `lat,lon`. */
export function pointOf(text: string): GeoPoint {
  const point = parseGeoPoint(text)
  if (point === undefined) throw new UseError(`${text} is no point: write latitude,longitude`)
  return point
}
