import fc from 'fast-check'
import { expect, test } from 'vitest'
import { circleOf } from './circle.js'
import { haversineMetres } from './point-distance.js'

const center = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
})
const metres = fc.oneof(
  fc.double({ min: 0, max: 2_000, noNaN: true }),
  fc.double({ min: 0, max: 300_000, noNaN: true }),
  fc.double({ min: 0, max: 2e7, noNaN: true }),
)

test('a point is in a circle if its distance is within the radius, anywhere on earth', () => {
  fc.assert(
    fc.property(
      center,
      metres,
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      ({ lat, lon }, distance, north, east) => {
        const { box, contains } = circleOf(lat, lon, distance)
        const width = box.maxLon >= box.minLon ? box.maxLon - box.minLon : 360
        const pointLat = Math.min(90, Math.max(-90, lat + (north * (box.maxLat - box.minLat)) / 2))
        const across = lon + (east * width) / 2
        const pointLon = across > 180 ? across - 360 : across < -180 ? across + 360 : across
        const expected = haversineMetres(lat, lon, pointLat, pointLon) <= distance
        expect(contains(pointLat, pointLon)).toBe(expected)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('points next to the edge are decided by their exact distance', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -85, max: 85, noNaN: true }),
      fc.double({ min: -170, max: 170, noNaN: true }),
      fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      fc.double({ min: -0.02, max: 0.02, noNaN: true }),
      fc.constantFrom(1, 1 - 1e-12, 1 + 1e-12, 1 - 1e-7, 1 + 1e-7),
      (lat, lon, north, east, factor) => {
        const distance = haversineMetres(lat, lon, lat + north, lon + east)
        const { contains } = circleOf(lat, lon, distance * factor)
        expect(contains(lat + north, lon + east)).toBe(distance <= distance * factor)
      },
    ),
    { numRuns: 1_000 },
  )
})
