import { boxOfCircle, EARTH_RADIUS_METRES, haversineMetres } from './point-distance.js'
import type { GeoBox } from './geo-encoding.js'

/** Above this half angle, about 250 km, the surface is too curved for the bounds below. */
const HALF_ANGLE_MAX = 0.02
/** Below this one, a hundred nanometres, squares lose their precision. */
const HALF_ANGLE_MIN = 1e-14
/** More than the rounding of all steps, as a share. */
const SLACK = 1e-9
/** Stored points may lie a little outside of the box. */
const BOX_SLACK = 1e-6
const RADIANS = Math.PI / 180

export interface Circle {
  readonly box: GeoBox
  /** Whether a point that is in the box is also in the circle, edge included. */
  readonly contains: (lat: number, lon: number) => boolean
}

/**
 * A circle along the surface. Two bounds that need no sine decide for nearly all points; only for
 * points very close to the edge is the distance computed.
 */
export function circleOf(lat: number, lon: number, metres: number): Circle {
  const box = boxOfCircle(lat, lon, metres)
  const isWithin = (pointLat: number, pointLon: number): boolean =>
    haversineMetres(lat, lon, pointLat, pointLon) <= metres
  const half = metres / EARTH_RADIUS_METRES / 2
  const isSmall = half >= HALF_ANGLE_MIN && half <= HALF_ANGLE_MAX
  if (!isSmall || box.minLat < -89 || box.maxLat > 89) return { box, contains: isWithin }
  const limit = Math.sin(half) ** 2
  const latMost = ((box.maxLat - box.minLat) / 2 + BOX_SLACK) * (RADIANS / 2)
  const width = box.maxLon >= box.minLon ? box.maxLon - box.minLon : box.maxLon - box.minLon + 360
  const lonMost = (width / 2 + BOX_SLACK) * (RADIANS / 2)
  const [least, most] = cosines(lat, box)
  // The square of a sine is below that of its angle, by a third of its fourth power at most.
  const latShare = 1 - latMost ** 2 / 3
  const lonShare = (1 - lonMost ** 2 / 3) * least
  const inside = limit * (1 - SLACK)
  const outside = limit * (1 + SLACK)
  return {
    box,
    contains: (pointLat, pointLon) => {
      const p = (pointLat - lat) * (RADIANS / 2)
      const q = (pointLon - lon) * (RADIANS / 2)
      const [p2, q2] = [p * p, q * q]
      if (p2 + most * q2 <= inside) return true
      const isNear = p <= latMost && p >= -latMost && q <= lonMost && q >= -lonMost
      if (isNear && latShare * p2 + lonShare * q2 > outside) return false
      return isWithin(pointLat, pointLon)
    },
  }
}

/** The least and the greatest cosine of the box's latitudes, times that of the center. */
function cosines(lat: number, { minLat, maxLat }: GeoBox): readonly [least: number, most: number] {
  const center = Math.cos(lat * RADIANS)
  const first = Math.cos((minLat - BOX_SLACK) * RADIANS)
  const last = Math.cos((maxLat + BOX_SLACK) * RADIANS)
  const most = minLat <= 0 && maxLat >= 0 ? 1 : Math.max(first, last)
  return [center * Math.min(first, last), center * most * (1 + SLACK)]
}
