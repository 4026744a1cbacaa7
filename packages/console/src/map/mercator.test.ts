import { metresBetween, movedBy } from '@rowhouse/demos/geometry'
import { expect, test } from 'vitest'
import { boxOf, metresPerPixel, pannedBy, projectionOf, viewOf, zoomedAt } from './mercator.js'

const SIZE = { width: 400, height: 300 }
const HANGZHOU = { latitude: 30.25, longitude: 120.16 }
const VIEW = { centre: HANGZHOU, zoom: 12 }

test('the middle of a map is its centre, and pixels lead back to places', () => {
  const { toScreen, toPlace } = projectionOf(VIEW, SIZE)
  expect(toScreen(HANGZHOU).x).toBeCloseTo(200, 6)
  expect(toScreen(HANGZHOU).y).toBeCloseTo(150, 6)
  const place = toPlace({ x: 13, y: 280 })
  expect(toScreen(place).x).toBeCloseTo(13, 6)
  expect(toScreen(place).y).toBeCloseTo(280, 6)
})

test('a place beyond the date line is shown on the near side', () => {
  const { toScreen } = projectionOf({ centre: { latitude: 0, longitude: 179 }, zoom: 5 }, SIZE)
  expect(toScreen({ latitude: 0, longitude: -179 }).x).toBeCloseTo(200 + (256 * 32 * 2) / 360, 3)
})

test('the place below the pointer stays there when the map comes closer', () => {
  const before = projectionOf(VIEW, SIZE).toPlace({ x: 300, y: 50 })
  const closer = zoomedAt(VIEW, 1, { x: 100, y: -100 })
  const after = projectionOf(closer, SIZE).toPlace({ x: 300, y: 50 })
  expect(metresBetween(before, after)).toBeLessThan(0.01)
  expect(closer.zoom).toBe(13)
})

test('a box has its corners, and a map of the whole world all longitudes', () => {
  const { topLeft, bottomRight } = boxOf(VIEW, SIZE)
  expect(topLeft.latitude).toBeGreaterThan(bottomRight.latitude)
  expect(topLeft.longitude).toBeLessThan(bottomRight.longitude)
  const world = boxOf({ centre: HANGZHOU, zoom: 1 }, { width: 900, height: 400 })
  expect(world.topLeft.longitude).toBe(-180)
  expect(world.bottomRight.longitude).toBe(180)
})

test('all places fit into their view', () => {
  const places = [HANGZHOU, movedBy(HANGZHOU, 5_000, -3_000), movedBy(HANGZHOU, -700, 9_000)]
  const view = viewOf(places, SIZE)
  if (view === undefined) throw new Error('places have a view')
  for (const place of places) {
    const { x, y } = projectionOf(view, SIZE).toScreen(place)
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(SIZE.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(SIZE.height)
  }
  expect(viewOf([], SIZE)).toBeUndefined()
})

test('metres of a pixel agree with the distance that a pan makes', () => {
  const panned = pannedBy(VIEW, 100, 0)
  expect(metresBetween(HANGZHOU, panned.centre)).toBeCloseTo(100 * metresPerPixel(VIEW), 0)
})
