import { type GeoPoint, parseGeoPoint } from '@rowhouse/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EARTH_RADIUS_METRES, boxOfCircle, haversineMetres, planeMetres } from './point-distance.js'
import {
  decodeLat,
  decodeLon,
  encodeBox,
  encodeLat,
  encodeLon,
  isInEncodedBox,
} from './geo-encoding.js'
import { type GeoPolygon, createGeoPolygon, isInPolygon } from './polygon.js'
import { boxOfGeohash, encodeGeohash } from './geohash.js'

const lat = fc.double({ min: -90, max: 90, noNaN: true })
const lon = fc.double({ min: -180, max: 180, noNaN: true })

it('rounds down and never exceeds int32', () => {
  fc.assert(
    fc.property(lat, lon, (a, b) => {
      expect(encodeLat(a) | 0).toBe(encodeLat(a))
      expect(encodeLon(b) | 0).toBe(encodeLon(b))
      const latError = a - decodeLat(encodeLat(a))
      const lonError = b - decodeLon(encodeLon(b))
      expect(latError >= 0 && latError <= 180 / 2 ** 32).toBe(true)
      expect(lonError >= 0 && lonError <= 360 / 2 ** 32).toBe(true)
    }),
  )
  expect([encodeLat(90), encodeLon(180), encodeLat(-90)]).toEqual([
    2 ** 31 - 1,
    2 ** 31 - 1,
    -(2 ** 31),
  ])
})

it('a point on the lower edge of a box is outside, one on the upper edge inside', () => {
  const box = encodeBox({ minLat: 0.1, maxLat: 0.3, minLon: 0.1, maxLon: 0.3 })
  expect(isInEncodedBox(box, encodeLat(0.1), encodeLon(0.2))).toBe(false)
  expect(isInEncodedBox(box, encodeLat(0.3), encodeLon(0.3))).toBe(true)
})

it('a box may cross the antimeridian', () => {
  const box = encodeBox({ minLat: -10, maxLat: 10, minLon: 170, maxLon: -170 })
  const isInside = (b: number): boolean => isInEncodedBox(box, 0, encodeLon(b))
  expect([175, -175, 180, -180, 0, 165].map(isInside)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

it('distances on a sphere of the mean radius', () => {
  expect(haversineMetres(0, 0, 0, 180)).toBeCloseTo(Math.PI * EARTH_RADIUS_METRES, 3)
  expect(haversineMetres(90, 0, -90, 77)).toBeCloseTo(Math.PI * EARTH_RADIUS_METRES, 3)
  expect(haversineMetres(0, 0, 1, 0)).toBeCloseTo(111_195.08, 1)
  expect(planeMetres(30, 120, 30.01, 120.01) / haversineMetres(30, 120, 30.01, 120.01)).toBeCloseTo(
    1,
    5,
  )
  expect(planeMetres(0, 179.5, 0, -179.5)).toBeCloseTo(111_195.08, 1)
})

it('the box of a circle contains the circle', () => {
  const metres = fc.double({ min: 0, max: 21_000_000, noNaN: true })
  fc.assert(
    fc.property(lat, lon, metres, lat, lon, (a, b, distance, c, d) => {
      fc.pre(haversineMetres(a, b, c, d) <= distance)
      expect(
        isInEncodedBox(encodeBox(boxOfCircle(a, b, distance)), encodeLat(c), encodeLon(d)),
      ).toBe(true)
    }),
    { numRuns: 2000 },
  )
  // Points near the edge, which random choice rarely finds.
  fc.assert(
    fc.property(lat, lon, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, angle) => {
      const c = Math.max(-90, Math.min(90, a + Math.cos(angle * 7)))
      const d = ((b + Math.sin(angle * 7) + 540) % 360) - 180
      const box = boxOfCircle(a, b, haversineMetres(a, b, c, d))
      expect(isInEncodedBox(encodeBox(box), encodeLat(c), encodeLon(d))).toBe(true)
    }),
    { numRuns: 2000 },
  )
  expect(boxOfCircle(0, 0, 0).maxLat).toBeLessThan(1e-6)
  const small = boxOfCircle(40, 179.999, 1000)
  expect(small.minLon > small.maxLon).toBe(true)
})

const polygonOf = (...points: readonly string[]): GeoPolygon =>
  createGeoPolygon(points.map((text) => parseGeoPoint(text) ?? { lat: 0, lon: 0 }))

/** Whether the polygon contains the stored form of a point, as queries use it. */
const holds = (polygon: GeoPolygon, text: string): boolean => {
  const point = parseGeoPoint(text)
  if (point === undefined) throw new Error(`no point: ${text}`)
  return isInPolygon(polygon, decodeLat(encodeLat(point.lat)), decodeLon(encodeLon(point.lon)))
}

it('a polygon contains its inside and its southern and western edges', () => {
  const polygon = polygonOf('0,0', '0,45', '22.5,22.5', '45,45', '45,0')
  const inside = ['1,1', '20,22', '44,40', '0,0', '0,22.5', '22.5,0', '2,40']
  const outside = ['22,25', '-1,5', '46,0', '5,-0.1', '45,22.5', '45,45', '0,45', '45,0']
  expect(inside.filter((text) => !holds(polygon, text))).toEqual([])
  expect(outside.filter((text) => holds(polygon, text))).toEqual([])
})

it('the polygon of the Python SDK test contains 85 points inside and 5 of 10 on edges', () => {
  const polygon = polygonOf('30.9,112.0', '30.5,115.0', '30.3, 117.0', '30.2,119.0')
  const points = Array.from({ length: 1000 }, (_, number) => {
    const lat = 30 + 0.05 * Math.floor(number / 100)
    return `${lat.toFixed(6)},${(114 + 0.05 * (number % 100)).toFixed(6)}`
  })
  expect(points.filter((text) => holds(polygon, text))).toHaveLength(90)
})

it('the polygons of the Elixir SDK tests: a corner is outside, a western edge inside', () => {
  const points = ['0,0', '10,10', '13.41,30.41', '5.14,5.21', '4.31,2.91', '3,10']
  const within = (polygon: GeoPolygon): string[] => points.filter((text) => holds(polygon, text))
  expect(within(polygonOf('11,11', '0,0', '1,5'))).toEqual(['10,10', '5.14,5.21'])
  expect(within(polygonOf('11,11', '-0.1,-0.1', '1,5'))).toEqual(['0,0', '10,10', '5.14,5.21'])
})

const small = fc.integer({ min: -4, max: 4 })
const corner = fc.record({ lat: small, lon: small })

it('a rectangular polygon contains the box except for its northern and eastern edges', () => {
  fc.assert(
    fc.property(small, small, small, small, corner, (a, b, c, d, { lat, lon }) => {
      const [minLat, maxLat] = [Math.min(a, b), Math.max(a, b)]
      const [minLon, maxLon] = [Math.min(c, d), Math.max(c, d)]
      const polygon = createGeoPolygon([
        { lat: minLat, lon: minLon },
        { lat: minLat, lon: maxLon },
        { lat: maxLat, lon: maxLon },
        { lat: maxLat, lon: minLon },
      ])
      const expected = lat >= minLat && lat < maxLat && lon >= minLon && lon < maxLon
      expect(isInPolygon(polygon, lat, lon)).toBe(expected)
    }),
  )
})

it('a point on the common edge of two polygons is in exactly one, for any orientation', () => {
  fc.assert(
    fc.property(corner, corner, corner, corner, corner, fc.boolean(), (a, b, c, d, at, turns) => {
      const isIn = (...corners: GeoPoint[]): boolean =>
        isInPolygon(createGeoPolygon(turns ? corners.toReversed() : corners), at.lat, at.lon)
      // Two triangles on both sides of the edge from a to c, and their union.
      expect(isIn(a, b, c) !== isIn(c, d, a)).toBe(isIn(a, b, c, d))
    }),
  )
})

it('the geohash cells of the Go SDK test of geo grids', () => {
  expect(encodeGeohash(30.25, 120.15, 3)).toBe('wtm')
  expect(boxOfGeohash('wtm')).toEqual({
    minLat: 29.531_25,
    maxLat: 30.9375,
    minLon: 119.531_25,
    maxLon: 120.9375,
  })
  expect(boxOfGeohash(encodeGeohash(5, 6, 1))).toEqual({
    minLat: 0,
    maxLat: 45,
    minLon: 0,
    maxLon: 45,
  })
  expect(encodeGeohash(57.649_11, 10.407_44, 11)).toBe('u4pruydqqvj')
  expect(boxOfGeohash('a')).toBeUndefined()
})

it('a point is in its cell, and a cell is within that of a shorter hash', () => {
  fc.assert(
    fc.property(lat, lon, fc.integer({ min: 1, max: 12 }), (a, b, length) => {
      const hash = encodeGeohash(a, b, length)
      const box = boxOfGeohash(hash)
      // Degrees close to zero are lost when 180 is added.
      const slack = 1e-12
      const lies = (at: number, min = 0, max = 0): boolean => at >= min - slack && at <= max + slack
      expect(lies(a, box?.minLat, box?.maxLat) && lies(b, box?.minLon, box?.maxLon)).toBe(true)
      expect(encodeGeohash(a, b, 12).startsWith(hash)).toBe(true)
    }),
  )
})
