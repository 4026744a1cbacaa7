import { expect, test } from 'vitest'
import { areaAround } from '../../map/drawn-area.js'
import { askInArea, precisionOf } from './shop-asks.js'

const CENTRE = { latitude: 36.76613, longitude: 111.41461 }
const FILTER = { type: '奶茶', scoreMin: 4, priceFrom: 10, priceTo: 50 }

test.each([
  [3, 2],
  [6, 3],
  [9, 4],
  [11, 5],
  [14, 6],
  [16, 7],
])('at zoom %d clusters are cells of %d letters', (zoom, letters) => {
  expect(precisionOf(zoom)).toBe(letters)
})

test('each kind of area has its question', () => {
  const asked = (['circle', 'box', 'polygon'] as const).map(
    (kind) => askInArea(areaAround(kind, CENTRE, 500), FILTER).question,
  )
  expect(asked).toEqual(['in-circle', 'in-box', 'in-polygon'])
})
