import { outOfRange } from '@rowhouse/platform'
import type { GeoPoint } from '@rowhouse/protocol'
import type { GeoBox } from './geo-encoding.js'

/** Corners in flat arrays, the first repeated at the end. Edges are straight on the map of degrees. */
export interface GeoPolygon {
  readonly lats: Float64Array
  readonly lons: Float64Array
  readonly box: GeoBox
}

export const createGeoPolygon = (points: readonly GeoPoint[]): GeoPolygon => {
  const closed = [...points, ...points.slice(0, 1)]
  const lats = Float64Array.from(closed, ({ lat }) => lat)
  const lons = Float64Array.from(closed, ({ lon }) => lon)
  const bounds = { minLat: 90, maxLat: -90, minLon: 180, maxLon: -180 }
  for (const { lat, lon } of points) {
    bounds.minLat = Math.min(bounds.minLat, lat)
    bounds.maxLat = Math.max(bounds.maxLat, lat)
    bounds.minLon = Math.min(bounds.minLon, lon)
    bounds.maxLon = Math.max(bounds.maxLon, lon)
  }
  return { lats, lons, box: bounds }
}

/**
 * Whether a ray to the east crosses an odd number of edges. Western and southern edges are inside, eastern
 * and northern ones outside, so that of polygons side by side one has a point between them.
 */
export const isInPolygon = (polygon: GeoPolygon, lat: number, lon: number): boolean => {
  const { lats, lons, box } = polygon
  if (lat < box.minLat || lat > box.maxLat || lon < box.minLon || lon > box.maxLon) return false
  let isInside = false
  for (let index = 1; index < lats.length; index++) {
    const lat1 = lats[index - 1] ?? outOfRange()
    const lat2 = lats[index] ?? outOfRange()
    // Each edge owns its lower end alone, so that a corner is crossed once.
    if (lat1 > lat === lat2 > lat) continue
    const lon1 = lons[index - 1] ?? outOfRange()
    const lon2 = lons[index] ?? outOfRange()
    const turn = (lon2 - lon1) * (lat - lat1) - (lat2 - lat1) * (lon - lon1)
    if (lat2 > lat1 ? turn > 0 : turn < 0) isInside = !isInside
  }
  return isInside
}
