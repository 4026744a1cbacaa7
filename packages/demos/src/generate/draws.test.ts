import { expect, test } from 'vitest'
import { Draws } from './draws.js'

const first = (seed: number, table: string, row: number): number =>
  new Draws(seed, table, row).next()

test('a row has the same numbers whenever it is made', () => {
  const list = (): number[] => {
    const draws = new Draws(7, 'order', 123)
    return Array.from({ length: 20 }, () => draws.next())
  }
  expect(list()).toEqual(list())
})

test('seed, table and row each change the numbers', () => {
  const base = first(7, 'order', 123)
  const others = [first(8, 'order', 123), first(7, 'orders', 123), first(7, 'order', 124)]
  // Rows beyond 32 bits are other rows.
  expect([...others, first(7, 'order', 123 + 2 ** 32)]).not.toContain(base)
})

test('rows that follow each other are spread evenly', () => {
  const buckets = Array.from({ length: 10 }, () => 0)
  for (let row = 0; row < 50_000; row += 1) {
    const bucket = Math.floor(first(1, 'order', row) * 10)
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  // Six standard deviations of a fair draw.
  for (const rows of buckets) expect(Math.abs(rows - 5_000)).toBeLessThan(420)
})

test('no two of many rows share a stream', () => {
  const seen = new Set<string>()
  for (let row = 0; row < 50_000; row += 1) {
    const draws = new Draws(1, 'order', row)
    seen.add(`${draws.next()}/${draws.next()}`)
  }
  expect(seen.size).toBe(50_000)
})

test('bounds are kept', () => {
  const draws = new Draws(3, 'any', 0)
  const lines = Array.from({ length: 1_000 }, () => draws.between(1, 8))
  expect(new Set(lines)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  const picked = Array.from({ length: 100 }, () => draws.pick(['a', 'b']))
  expect(new Set(picked)).toEqual(new Set(['a', 'b']))
})
