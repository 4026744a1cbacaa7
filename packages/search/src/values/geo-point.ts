/** Latitude and longitude in degrees. */
export interface GeoPoint {
  readonly lat: number
  readonly lon: number
}

const NUMBER = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`
const POINT = new RegExp(String.raw`^\s*(${NUMBER})\s*,\s*(${NUMBER})\s*$`)
const POINT_CHARACTERS_MAX = 256

/** "lat,lon", with spaces where they do no harm; undefined if it is no place on earth. */
export const parseGeoPoint = (text: string): GeoPoint | undefined => {
  if (text.length > POINT_CHARACTERS_MAX) return undefined
  const match = POINT.exec(text)
  if (match === null) return undefined
  const lat = Number(match[1])
  const lon = Number(match[2])
  return isOnEarth(lat, lon) ? { lat, lon } : undefined
}

const isOnEarth = (lat: number, lon: number): boolean =>
  lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180

const decimal = (degrees: number): string =>
  Number.isInteger(degrees) ? `${degrees}.0` : String(degrees)

/** As a parallel scan returns points: `10,50` becomes `10.0,50.0`. */
export const formatGeoPoint = ({ lat, lon }: GeoPoint): string => `${decimal(lat)},${decimal(lon)}`
