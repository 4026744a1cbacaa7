/** Plain geometry over latitudes and longitudes, for checking what the index answers. */
export interface Place {
  readonly latitude: number
  readonly longitude: number
}

const EARTH_METRES = 6_371_008.7714
const RADIANS = Math.PI / 180

/** Along the surface of a sphere. */
export const metresBetween = (a: Place, b: Place): number => {
  const halfSine = (degrees: number): number => Math.sin((degrees * RADIANS) / 2) ** 2
  const narrowing = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS)
  const squared =
    halfSine(a.latitude - b.latitude) + narrowing * halfSine(a.longitude - b.longitude)
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(squared))
}

export const isInBox = (place: Place, topLeft: Place, bottomRight: Place): boolean =>
  place.latitude <= topLeft.latitude &&
  place.latitude >= bottomRight.latitude &&
  place.longitude >= topLeft.longitude &&
  place.longitude <= bottomRight.longitude

/** How often a ray to the east crosses the border: an odd number of times from within. */
export const isInPolygon = ({ latitude, longitude }: Place, corners: readonly Place[]): boolean => {
  let isInside = false
  for (const [index, corner] of corners.entries()) {
    const other = corners[(index + 1) % corners.length] ?? corner
    if (corner.latitude > latitude === other.latitude > latitude) continue
    const share = (latitude - corner.latitude) / (other.latitude - corner.latitude)
    if (longitude < corner.longitude + share * (other.longitude - corner.longitude)) {
      isInside = !isInside
    }
  }
  return isInside
}

export const textOf = ({ latitude, longitude }: Place): string => `${latitude},${longitude}`

const METRES_PER_DEGREE = EARTH_METRES * RADIANS

/** So many metres to the north and to the east; for distances within a city. Six decimals are 0.1 m. */
export const movedBy = (
  { latitude, longitude }: Place,
  metresNorth: number,
  metresEast: number,
): Place => ({
  latitude: roundedDegrees(latitude + metresNorth / METRES_PER_DEGREE),
  longitude: roundedDegrees(
    longitude + metresEast / (METRES_PER_DEGREE * Math.cos(latitude * RADIANS)),
  ),
})

const roundedDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6
