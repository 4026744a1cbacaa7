import { expect, test } from 'vitest'
import { compareByName } from './name-order.js'

const sorted = (...names: string[]): string =>
  names
    .map((name) => ({ name }))
    .sort(compareByName)
    .map(({ name }) => name)
    .join(' ')

test('names are ordered letter by letter, capitals after small letters', () => {
  expect(sorted('sum', 'avg', 'max_2', 'max_1', 'max')).toBe('avg max max_1 max_2 sum')
  expect(sorted('B', 'b', 'A', 'a', 'aB', 'ab')).toBe('a ab aB b A B')
})

test('the sub-aggregations of the PHP SDK test of group-bys', () => {
  expect(sorted('AGG_DISTINCT_COUNT_test', 'xx123')).toBe('xx123 AGG_DISTINCT_COUNT_test')
})
