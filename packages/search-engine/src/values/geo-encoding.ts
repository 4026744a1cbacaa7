/**
 * Degrees as int32, in steps of 180 and 360 degrees over 2^32. Stored points are rounded down and the
 * lower edges of a box up, so a point right on a lower edge can fall out: the Python SDK's test of geo
 * boxes counts on it, and Lucene stores its points alike.
 */
const LAT_STEP = 180 / 2 ** 32
const LON_STEP = 360 / 2 ** 32
const INT32_MAX = 2 ** 31 - 1

/** 90 and 180 degrees would be one step beyond the last. */
export const encodeLat = (lat: number): number =>
  Math.min(Math.floor(lat / LAT_STEP), INT32_MAX) | 0
export const encodeLon = (lon: number): number =>
  Math.min(Math.floor(lon / LON_STEP), INT32_MAX) | 0
export const encodeLatUp = (lat: number): number =>
  Math.min(Math.ceil(lat / LAT_STEP), INT32_MAX) | 0
export const encodeLonUp = (lon: number): number =>
  Math.min(Math.ceil(lon / LON_STEP), INT32_MAX) | 0
export const decodeLat = (encoded: number): number => encoded * LAT_STEP
export const decodeLon = (encoded: number): number => encoded * LON_STEP

/** A box of encoded degrees, all edges inside. Where `minLon > maxLon` it crosses the antimeridian. */
export interface EncodedBox {
  readonly minLat: number
  readonly maxLat: number
  readonly minLon: number
  readonly maxLon: number
}

export const encodeBox = (box: GeoBox): EncodedBox => ({
  minLat: encodeLatUp(box.minLat),
  maxLat: encodeLat(box.maxLat),
  minLon: encodeLonUp(box.minLon),
  maxLon: encodeLon(box.maxLon),
})

export const isInEncodedBox = (box: EncodedBox, lat: number, lon: number): boolean => {
  if (lat < box.minLat || lat > box.maxLat) return false
  if (box.minLon <= box.maxLon) return lon >= box.minLon && lon <= box.maxLon
  return lon >= box.minLon || lon <= box.maxLon
}

/** In degrees. Where `minLon > maxLon` it crosses the antimeridian. */
export interface GeoBox {
  readonly minLat: number
  readonly maxLat: number
  readonly minLon: number
  readonly maxLon: number
}
