import { expect, test } from 'vitest'
import { areaOfQuery, placeOfText, queryOfArea } from './area-query.js'

const corner = (lat: number, lon: number) => ({ lat, lon })

test.each([
  { kind: 'geoDistance', fieldName: 'at', centerPoint: corner(30.5, 120), distance: 1000 },
  {
    kind: 'geoBoundingBox',
    fieldName: 'at',
    topLeft: corner(31, 120),
    bottomRight: corner(30, 121),
  },
  { kind: 'geoPolygon', fieldName: 'at', points: [corner(0, 0), corner(0, 1), corner(1, 1)] },
])('a $kind is the same after it was drawn', (query) => {
  const area = areaOfQuery(query)
  expect(area && queryOfArea(area, 'at')).toEqual(query)
})

test('texts that are no place are none', () => {
  expect(placeOfText('30.2, 120')).toEqual({ latitude: 30.2, longitude: 120 })
  expect(placeOfText('here')).toBeUndefined()
  expect(placeOfText('1,x')).toBeUndefined()
})
