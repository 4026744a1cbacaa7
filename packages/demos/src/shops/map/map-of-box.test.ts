import { expect, test } from 'vitest'
import { isInPolygon, movedBy } from '../../places/geometry.js'
import { hullOf, mapOfBox, shopGroundOf } from './map-of-box.js'
import { QUARTER, QUARTER_NAME, quarterPlace } from './quarter.js'

test('a hull is around its places, and has no corner too many', () => {
  const square = [0, 1, 2, 3].map((nth) =>
    movedBy(QUARTER, nth < 2 ? 100 : -100, nth % 2 === 0 ? 100 : -100),
  )
  const hull = hullOf([...square, QUARTER, movedBy(QUARTER, 30, -60)])
  expect(hull).toHaveLength(4)
  expect(isInPolygon(QUARTER, hull)).toBe(true)
})

test('the map of the demo quarter has its hull and its streets, and no others', () => {
  const part = mapOfBox(shopGroundOf(1), movedBy(QUARTER, 900, -900), movedBy(QUARTER, -900, 900))
  expect(part.districts.map(({ name }) => name)).toEqual([QUARTER_NAME])
  expect(part.streets.length).toBeGreaterThan(10)
  expect(isInPolygon(quarterPlace(0), part.districts[0]?.hull ?? [])).toBe(true)
})

test('the districts of a city are on its map, and their shops in them', () => {
  const ground = shopGroundOf(1)
  const town = ground.towns.find(({ city }) => city.name === '杭州')
  if (town === undefined) throw new Error('there is Hangzhou')
  const part = mapOfBox(
    ground,
    movedBy(town.city, 40_000, -40_000),
    movedBy(town.city, -40_000, 40_000),
  )
  const names = part.districts.filter(({ city }) => city === '杭州').map(({ name }) => name)
  expect(names.toSorted()).toEqual(town.districts.map(({ name }) => name).toSorted())
  for (const { name, city, hull } of part.districts) {
    const district = city === '杭州' && town.districts.find((one) => one.name === name)
    if (district) expect(isInPolygon(district, hull)).toBe(true)
  }
})
