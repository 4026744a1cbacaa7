import { expect, test } from 'vitest'
import { isInBox, isInPolygon, metresBetween } from './geometry.js'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })

test('a degree of latitude is 111.195 km, one of longitude half of that at 60 north', () => {
  expect(metresBetween(at(10, 20), at(11, 20))).toBeCloseTo(111_195.08, 0)
  expect(
    metresBetween(at(60, 20), at(60, 20.01)) / metresBetween(at(0, 20), at(0, 20.01)),
  ).toBeCloseTo(0.5, 4)
})

test('a polygon with a notch holds what is inside, not what is in the notch', () => {
  const corners = [at(0, 0), at(0, 4), at(4, 4), at(1, 2), at(4, 0)]
  expect(isInPolygon(at(0.5, 2), corners)).toBe(true)
  expect(isInPolygon(at(3, 2), corners)).toBe(false)
  expect(isInPolygon(at(3, 3.5), corners)).toBe(true)
  expect(isInPolygon(at(0.5, 5), corners)).toBe(false)
})

test('a box has its borders', () => {
  expect(isInBox(at(1, 1), at(1, 0), at(0, 1))).toBe(true)
  expect(isInBox(at(1.1, 1), at(1, 0), at(0, 1))).toBe(false)
})
