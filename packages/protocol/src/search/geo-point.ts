import { errors } from '../errors/registry.js'
import { required } from './fields.js'
import { type MessageCodec, message } from './message.js'
import { double, mappedWire, string, type Wire } from './wire.js'

export interface GeoPoint {
  readonly lat: number
  readonly lon: number
}

const coordinate = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/
const LAT_MAX = 90
const LON_MAX = 180
/** A longer text is not a point, and is not parsed. */
const TEXT_LENGTH_MAX = 128

/**
 * Parses "lat,lon", with spaces around either number, as the Python SDK's tests send them. The result is
 * undefined when the text is not a point on the earth. Values of GEO_POINT columns have the same form.
 */
export function parseGeoPoint(text: string): GeoPoint | undefined {
  if (text.length > TEXT_LENGTH_MAX) return undefined
  const [first, second, ...rest] = text.split(',')
  const lat = parseCoordinate(first, LAT_MAX)
  const lon = parseCoordinate(second, LON_MAX)
  if (lat === undefined || lon === undefined || rest.length > 0) return undefined
  return { lat, lon }
}

function parseCoordinate(text: string | undefined, max: number): number | undefined {
  const digits = text?.trim() ?? ''
  if (!coordinate.test(digits)) return undefined
  const value = Number(digits)
  return Math.abs(value) <= max ? value : undefined
}

/** NaN and infinities are not on the earth. */
export function isOnEarth({ lat, lon }: GeoPoint): boolean {
  return Math.abs(lat) <= LAT_MAX && Math.abs(lon) <= LON_MAX
}

export function formatGeoPoint(point: GeoPoint): string {
  return `${point.lat},${point.lon}`
}

/** A point in a text field; `name` is for the error when the text is not a point. */
export function geoPointText(name: string): Wire<GeoPoint> {
  const parse = (text: string): GeoPoint => {
    const point = parseGeoPoint(text)
    if (point === undefined) throw errors.invalidSearchParameter(name, text)
    return point
  }
  return mappedWire(string, parse, formatGeoPoint)
}

/** The message GeoPoint. */
export const geoPoint: MessageCodec<GeoPoint> = message({
  lat: required(1, double, 'geo_point.lat'),
  lon: required(2, double, 'geo_point.lon'),
})
