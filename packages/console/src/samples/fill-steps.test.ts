import { expect, test } from 'vitest'
import { fillSteps } from './fill-steps.js'

const none = (from: number) => ({ from, orders: 0 })

test('steps without an item have one of nothing', () => {
  const items = [
    { from: 100, orders: 3 },
    { from: 130, orders: 1 },
  ]
  expect(fillSteps(items, 10, none).map(({ orders }) => orders)).toEqual([3, 0, 0, 1])
  expect(fillSteps(items, 30, none)).toEqual(items)
  expect(fillSteps([], 10, none)).toEqual([])
})

test('too many steps are no picture, and stay as they are', () => {
  const items = [none(0), none(10_000_000)]
  expect(fillSteps(items, 10, none)).toEqual(items)
})
