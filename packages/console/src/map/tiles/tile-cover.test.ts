import { expect, test } from 'vitest'
import { around, columnInFile, tilesOf } from './tile-cover.js'

const size = { width: 512, height: 512 }
const middle = { latitude: 0, longitude: 0 }
const range = { zoomMin: 0, zoomMax: 14, pixels: 512 }

test('four tiles meet in the middle of the world', () => {
  expect(tilesOf({ centre: middle, zoom: 5 }, size, range)).toEqual([
    { zoom: 4, column: 7, row: 7 },
    { zoom: 4, column: 8, row: 7 },
    { zoom: 4, column: 7, row: 8 },
    { zoom: 4, column: 8, row: 8 },
  ])
})

test('the closest tiles grow, and there are none further out than the file has', () => {
  expect(tilesOf({ centre: middle, zoom: 18 }, size, range).map(({ zoom }) => zoom)).toEqual([
    14, 14, 14, 14,
  ])
  expect(tilesOf({ centre: middle, zoom: 5 }, size, { ...range, zoomMin: 8 })).toEqual([])
  expect(tilesOf({ centre: middle, zoom: 5 }, { width: 0, height: 0 }, range)).toEqual([])
})

test('east and west of the world are the same tiles again, and none beyond its poles', () => {
  const seen = tilesOf({ centre: { latitude: 85, longitude: 180 }, zoom: 2 }, size, range)
  expect(seen.map(columnInFile)).toEqual([1, 0, 1, 0].slice(0, seen.length))
  expect(seen.every(({ row }) => row >= 0)).toBe(true)
})

test('a tile lies in the one around it', () => {
  expect(around({ zoom: 4, column: -3, row: 5 }, 2)).toEqual({ zoom: 2, column: -1, row: 1 })
})
