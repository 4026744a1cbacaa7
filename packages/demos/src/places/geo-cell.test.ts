import { expect, test } from 'vitest'
import { cellOfGeohash, geohashOf } from './geo-cell.js'

test('a place has the cell that the literature tells, and the cell its middle', () => {
  const place = { latitude: 57.64911, longitude: 10.40744 }
  expect(geohashOf(place, 11)).toBe('u4pruydqqvj')
  expect(cellOfGeohash('u4pruydqqvj').middle.latitude).toBeCloseTo(place.latitude, 4)
  expect(cellOfGeohash('u4pruydqqvj').middle.longitude).toBeCloseTo(place.longitude, 4)
})

test('the middle of a cell is in it', () => {
  for (const hash of ['0', 'zz', 'wtmk6', 's0000']) {
    expect(geohashOf(cellOfGeohash(hash).middle, hash.length)).toBe(hash)
  }
})
