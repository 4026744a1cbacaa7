import { expect, test } from 'vitest'
import type { FoundRow } from '../workloads/service.js'
import { type Answer, checkAnswer } from './indexed-rows.js'

const row = (number: number, n: number, k?: string): FoundRow => ({
  key: { partition: 'p', row: number },
  columns: { n, t: 'text', ...(k !== undefined && { k }) },
})

const rows = [row(1, 30, 'a'), row(2, 10, 'b'), row(3, 20, 'a'), row(4, 40)]
const right: Answer = {
  keys: ['p/2', 'p/3', 'p/1', 'p/4'],
  total: 4,
  groups: new Map([
    ['b', 1],
    ['a', 2],
  ]),
}

test('an answer that is the table passes', () => {
  expect(() => checkAnswer('one', right, rows)).not.toThrow()
})

test.each<[string, Partial<Answer>]>([
  ['a row is missing', { keys: right.keys.slice(1) }],
  ['a row is found twice', { keys: ['p/2', ...right.keys] }],
  ['a row has the number of an earlier write', { keys: ['p/3', 'p/2', 'p/1', 'p/4'] }],
  ['a row is counted twice', { total: 5 }],
  ['a row is in the group of an earlier write', { groups: new Map([['a', 3]]) }],
])('%s: that is found', (_, wrong) => {
  expect(() => checkAnswer('one', { ...right, ...wrong }, rows)).toThrow('index one')
})
