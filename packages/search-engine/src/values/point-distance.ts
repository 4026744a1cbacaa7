import type { GeoBox } from './geo-encoding.js'

/** The mean radius: it gives the number of hits that the Python SDK's test of geo distances asserts. */
export const EARTH_RADIUS_METRES = 6_371_008.7714

const RADIANS = Math.PI / 180

/** Along the surface, in metres. */
export const haversineMetres = (lat1: number, lon1: number, lat2: number, lon2: number): number => {
  const sinLat = Math.sin(((lat2 - lat1) * RADIANS) / 2)
  const sinLon = Math.sin(((lon2 - lon1) * RADIANS) / 2)
  const chord =
    sinLat * sinLat + Math.cos(lat1 * RADIANS) * Math.cos(lat2 * RADIANS) * sinLon * sinLon
  return 2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** On a flat map that fits at the middle latitude: quicker, and wrong over long ways. */
export const planeMetres = (lat1: number, lon1: number, lat2: number, lon2: number): number => {
  const eastWest = Math.abs(lon2 - lon1)
  const shorter = Math.min(eastWest, 360 - eastWest)
  const x = shorter * RADIANS * Math.cos(((lat1 + lat2) / 2) * RADIANS)
  const y = (lat2 - lat1) * RADIANS
  return EARTH_RADIUS_METRES * Math.hypot(x, y)
}

/** More than the rounding of the steps below, in degrees: the box must hold all of the circle. */
const SLACK_DEGREES = 1e-7

/** The smallest box that holds every point within a distance: a pole inside means all longitudes. */
export const boxOfCircle = (lat: number, lon: number, metres: number): GeoBox => {
  const angle = metres / EARTH_RADIUS_METRES
  const minLat = lat - angle / RADIANS - SLACK_DEGREES
  const maxLat = lat + angle / RADIANS + SLACK_DEGREES
  const whole = { minLat: Math.max(minLat, -90), maxLat: Math.min(maxLat, 90) }
  if (minLat <= -90 || maxLat >= 90 || angle >= Math.PI / 2)
    return { ...whole, minLon: -180, maxLon: 180 }
  const spread = Math.asin(Math.min(1, Math.sin(angle) / Math.cos(lat * RADIANS)))
  const reach = spread / RADIANS + SLACK_DEGREES
  const minLon = lon - reach
  const maxLon = lon + reach
  if (maxLon - minLon >= 360) return { ...whole, minLon: -180, maxLon: 180 }
  return {
    ...whole,
    minLon: minLon < -180 ? minLon + 360 : minLon,
    maxLon: maxLon > 180 ? maxLon - 360 : maxLon,
  }
}
