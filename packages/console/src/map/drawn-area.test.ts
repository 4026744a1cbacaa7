import { metresBetween, movedBy } from '@rowhouse/demos/geometry'
import { expect, test } from 'vitest'
import { type AreaHandle, type DrawnArea, areaAround, areaKinds, handlesOf } from './drawn-area.js'

const CENTRE = { latitude: 36.76613, longitude: 111.41461 }

const handle = (area: DrawnArea, id: string): AreaHandle => {
  const found = handlesOf(area).find((one) => one.id === id)
  if (found === undefined) throw new Error(`no handle ${id}`)
  return found
}

test.each(areaKinds)('a %s moves as a whole', (kind) => {
  const area = areaAround(kind, CENTRE, 1_000)
  const whole = handle(area, 'whole')
  const moved = handle(area, 'whole').moved(movedBy(whole.place, 500, 0))
  const now = handle(moved, 'whole').place
  expect(metresBetween(whole.place, now)).toBeCloseTo(500, 0)
  expect(handlesOf(moved)).toHaveLength(handlesOf(area).length)
})

test('the edge of a circle is its radius', () => {
  const area = areaAround('circle', CENTRE, 1_000)
  const wider = handle(area, 'edge').moved(movedBy(CENTRE, 0, 1_500))
  expect(wider).toEqual({ kind: 'circle', centre: CENTRE, metres: 1_500 })
})

test('a corner of a box may be drawn past the opposite one', () => {
  const area = areaAround('box', CENTRE, 1_000)
  const turned = handle(area, 'corner 0').moved(movedBy(CENTRE, -3_000, 3_000))
  if (turned.kind !== 'box') throw new Error('a box stays a box')
  expect(turned.topLeft.latitude).toBeGreaterThan(turned.bottomRight.latitude)
  expect(turned.topLeft.longitude).toBeLessThan(turned.bottomRight.longitude)
})

test('a polygon gains a corner by its side and loses one, down to three', () => {
  const area = areaAround('polygon', CENTRE, 1_000)
  const more = handle(area, 'new 1').moved(CENTRE)
  if (more.kind !== 'polygon') throw new Error('a polygon stays one')
  expect(more.corners).toHaveLength(6)
  expect(more.corners[2]).toEqual(CENTRE)
  expect(handle(more, handle(area, 'new 1').becomes ?? '').place).toEqual(CENTRE)
  let least: DrawnArea = more
  for (;;) {
    const { removed } = handle(least, 'corner 0')
    if (removed === undefined) break
    least = removed
  }
  expect(least.kind === 'polygon' && least.corners.length).toBe(3)
})
