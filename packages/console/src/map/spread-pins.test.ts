import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Disc, spreadPins } from './spread-pins.js'

const pin = (x: number, y: number): Disc => ({ x, y, radius: 12 })

const apart = (a: Disc, b: Disc): number => Math.hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius

test('pins that have room stay, and the first of those that have none', () => {
  const pins = [pin(0, 0), pin(100, 0), pin(3, 0)]
  const [first, far, moved] = spreadPins(pins, [])
  expect([first, far]).toEqual(pins.slice(0, 2))
  expect(moved).not.toEqual(pins[2])
})

test('whatever lies at one place is spread around it, and beside what cannot move', () => {
  const place = fc.record({
    x: fc.integer({ min: 0, max: 30 }),
    y: fc.integer({ min: 0, max: 30 }),
  })
  fc.assert(
    fc.property(fc.array(place, { maxLength: 20 }), (places) => {
      const obstacle = { x: 10, y: 10, radius: 24 }
      const spread = spreadPins(
        places.map(({ x, y }) => pin(x, y)),
        [obstacle],
      )
      for (const [at, one] of spread.entries()) {
        for (const other of [obstacle, ...spread.slice(0, at)]) {
          expect(apart(one, other)).toBeGreaterThanOrEqual(-1e-9)
        }
      }
    }),
  )
})

test('a map that moves takes its pins along as they are', () => {
  const pins = [pin(0, 0), pin(4, 2), pin(1, 9)]
  const moved = spreadPins(
    pins.map(({ x, y }) => pin(x + 64, y - 32)),
    [],
  )
  const spread = spreadPins(pins, [])
  expect(moved).toEqual(spread.map(({ x, y }) => pin(x + 64, y - 32)))
})
