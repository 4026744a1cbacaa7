import { testSeed } from '@rowhouse/platform/testing'
import { describe, expect, test } from 'vitest'
import { randomNumbers } from '../testing/seeded-numbers.js'
import { countsWithin, shareAtEnd } from './movement.js'
import { rankColumn } from './ranked-values.js'

const seed = testSeed()
const ROWS = 5000

const ranked = (valueOf: (nth: number, random: () => number) => number | string) => {
  const random = randomNumbers(seed)
  return rankColumn(Array.from({ length: ROWS }, (_, nth) => String(valueOf(nth, random))))
}

describe(`new rows at one end (seed ${seed})`, () => {
  test('rising and falling keys have all new rows there', () => {
    expect(shareAtEnd(ranked((nth) => nth))).toBe(1)
    expect(shareAtEnd(ranked((nth) => ROWS - nth))).toBe(1)
  })

  test('keys that do not move have about a twentieth there', () => {
    expect(shareAtEnd(ranked((_, random) => Math.floor(random() * 1e6)))).toBeCloseTo(0.05, 1)
    expect(shareAtEnd(ranked(() => 'x'))).toBe(0)
  })
})

describe(`a counter within the values of another column (seed ${seed})`, () => {
  const device = (nth: number): number => nth % 100
  const devices = ranked(device)
  const counter = (nth: number): number => Math.floor(nth / 100)

  test('is found when all count in the same range', () => {
    const orders = ranked((nth) => 1000 + counter(nth) + device(nth))
    expect(countsWithin(orders, devices)).toMatchObject({ risingShare: 1 })
  })

  test('is not found when each has its own range', () => {
    expect(
      countsWithin(
        ranked((nth) => device(nth) * 1e6 + counter(nth)),
        devices,
      ),
    ).toBeUndefined()
  })

  test('is not found when the values do not rise', () => {
    const amounts = ranked((_, random) => Math.floor(random() * 100))
    expect(countsWithin(amounts, devices)).toBeUndefined()
    expect(countsWithin(devices, devices)).toBeUndefined()
  })
})
