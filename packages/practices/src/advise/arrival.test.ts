import { expect, test } from 'vitest'
import { arrivalOf } from './arrival.js'
import { rankColumn } from './ranked-values.js'
import type { Sample } from './sample.js'

const rows = [
  ['b', '2018-09-01 11:17:54', '2018-09-01'],
  ['a', '2018-09-01 11:17:55', '2018-09-01'],
  ['c', '2018-09-01 09:33:50', '2018-09-01'],
]
const sample: Sample = { columns: ['key', 'at', 'day'], rows, rowCount: 3, rowBytes: 30 }
const keys = rankColumn(['b', 'a', 'c'])
const ranksOf = (given: Sample, told?: Parameters<typeof arrivalOf>[1]) =>
  arrivalOf(given, told)
    .ordersOf(keys)
    .map(({ ranks }) => [...ranks])

test('the order of the file and that of its times both count', () => {
  expect(arrivalOf(sample, undefined).orders).toEqual(['file', { column: 'at' }])
  expect(ranksOf(sample)).toEqual([
    [1, 0, 2],
    [2, 1, 0],
  ])
})

test('a given order is the only one', () => {
  expect(ranksOf(sample, 'file')).toEqual([[1, 0, 2]])
  expect(ranksOf(sample, 'unknown')).toEqual([])
  expect(ranksOf(sample, { column: 'key' })).toEqual([[0, 1, 2]])
  expect(() => arrivalOf(sample, { column: 'x' })).toThrow('no column x')
})

test('a file that is sorted by a key does not show when its rows were written', () => {
  const sorted = rankColumn(['a', 'b', 'c'])
  expect(arrivalOf(sample, undefined).ordersOf(sorted)).toHaveLength(1)
  const { columns, rowCount, rowBytes } = sample
  const withoutTimes = { columns, rowCount, rowBytes, rows: [['x', 'y', 'z']] }
  expect(arrivalOf(withoutTimes, undefined).ordersOf(sorted)).toHaveLength(1)
})
