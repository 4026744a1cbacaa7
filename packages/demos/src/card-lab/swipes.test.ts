import { expect, test } from 'vitest'
import { DEVICES, LAB_AS_OF, LAB_BEGIN, SWIPES_MAX, studyingCohorts, swipeMaker } from './swipes.js'

const ROWS = 20_000
const swipeAt = swipeMaker(1, ROWS)
const swipes = Array.from({ length: ROWS }, (_, n) => swipeAt(n))

test('a purchase depends on its number alone', () => {
  expect(swipeMaker(1, ROWS)(12_345)).toEqual(swipes[12_345])
})

test('26 months pass, from the first purchase to the last', () => {
  expect(swipes[0]?.time).toBe(LAB_BEGIN)
  const times = swipes.map(({ time }) => time)
  expect(times.every((time) => time >= LAB_BEGIN && time < LAB_AS_OF)).toBe(true)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('a device has one seller, and its orders are unique and rise', () => {
  for (let first = 0; first < DEVICES; first += 1) {
    const own = swipes.filter((_, n) => n % DEVICES === first)
    expect(new Set(own.map(({ device, seller }) => `${device} ${seller}`)).size).toBe(1)
    expect(own.every(({ order }, at) => at === 0 || order > (own[at - 1]?.order ?? order))).toBe(
      true,
    )
  }
})

test('most of ten cohorts have graduated or not begun at any time', () => {
  const now = studyingCohorts(LAB_AS_OF - 1)
  expect(now).toEqual([6, 7, 8, 9])
  expect(studyingCohorts(LAB_BEGIN)).toEqual([4, 5, 6, 7])
})

test('no more than the cashiers can take', () => {
  expect(() => swipeMaker(1, SWIPES_MAX + 1)).toThrow('the cashiers take at most')
})
