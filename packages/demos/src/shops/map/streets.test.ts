import { expect, test } from 'vitest'
import { Draws } from '../../generate/draws.js'
import { metresBetween, movedBy } from '../../places/geometry.js'
import { readRealShops } from '../rows/real-shops.js'
import { QUARTER, quarterPlace, quarterStreets } from './quarter.js'
import { streetsOfQuarters, townsOf } from '../shop-rows.js'
import { streetsThrough } from './streets.js'

test('a street is the line through its places, from the first to the last', () => {
  const places = [-300, -120, 40, 250].map((east) => ({
    ...movedBy(QUARTER, east / 10, east),
    street: '长街',
  }))
  const [street] = streetsThrough([...places, { ...QUARTER, street: '短街' }])
  expect(street?.name).toBe('长街')
  const [from, to] = street?.line ?? [QUARTER, QUARTER]
  expect(metresBetween(from, to)).toBeCloseTo(550 * Math.hypot(1, 0.1), 0)
})

test('the real shops of Dadaocheng tell where its streets run', () => {
  const streets = streetsThrough(readRealShops((nth) => new Draws(1, 'real shop', nth)))
  expect(streets.map(({ name }) => name)).toContain('迪化街一段')
  expect(streets.length).toBeGreaterThanOrEqual(12)
})

test('the places of the demo quarter stand at its streets, less than a kilometre from the centre', () => {
  const names = new Set(quarterStreets().map(({ name }) => name))
  for (let nth = 0; nth < 300; nth += 1) {
    const place = quarterPlace(nth)
    expect(metresBetween(place, QUARTER)).toBeLessThan(960)
    expect(names).toContain(place.street)
  }
})

test('both demo quarters have streets, and say which are real', () => {
  const origins = streetsOfQuarters(1).map(({ origin }) => origin)
  expect(new Set(origins)).toEqual(new Set(['generated', 'real']))
})

test('every city of the map has its districts', () => {
  for (const { districts } of townsOf(1)) expect(districts.length).toBeGreaterThanOrEqual(4)
})
