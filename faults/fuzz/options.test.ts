import { expect, test } from 'vitest'
import { readOptions } from './options.js'

test('options choose a run, which can be repeated', () => {
  expect(readOptions(['--seed', '7', '--only', '12', '--store', 'disk'])).toMatchObject({
    seed: 7,
    only: { first: 12, end: 13 },
    store: 'disk',
    requests: 100_000,
  })
  expect(readOptions(['--only', '3-5']).only).toEqual({ first: 3, end: 6 })
  expect(readOptions([]).operations).toEqual([])
  expect(readOptions(['--operations', 'Search,GetRow']).operations).toEqual(['Search', 'GetRow'])
})

test.each([
  [['--requests', 'many'], '--requests takes a whole number, not many'],
  [['--store', 'cloud'], '--store is memory or disk'],
  [['--what'], '--what'],
])('%j is refused', (args, text) => {
  expect(() => readOptions(args)).toThrow(text)
})
