import { expect, test } from 'vitest'
import type { FoundRow } from '../workloads/service.js'
import { type Answer, checkAnswer } from './indexed-rows.js'

const row = (number: number, n: number, t: string, k?: string): FoundRow => ({
  key: { partition: 'p', row: number },
  columns: { n, t: `row ${n} ${t}`, ...(k !== undefined && { k }) },
})

const rows = [
  row(1, 30, 'amber', 'a'),
  row(2, 10, 'birch', 'b'),
  row(3, 20, 'amber', 'a'),
  row(4, 40, 'cedar'),
]
const right: Answer = {
  keys: ['p/2', 'p/3', 'p/1', 'p/4'],
  total: 4,
  groups: new Map([
    ['b', 1],
    ['a', 2],
  ]),
  words: new Map([
    ['amber', 2],
    ['birch', 1],
    ['cedar', 1],
  ]),
}

test('an answer that agrees with the table passes', () => {
  expect(() => checkAnswer('one', right, rows)).not.toThrow()
})

test.each<[string, Partial<Answer>]>([
  ['a row is missing', { keys: right.keys.slice(1) }],
  ['a row is found twice', { keys: ['p/2', ...right.keys] }],
  ['a row has the number of an earlier write', { keys: ['p/3', 'p/2', 'p/1', 'p/4'] }],
  ['a row is counted twice', { total: 5 }],
  ['a row is in the group of an earlier write', { groups: new Map([['a', 3]]) }],
  ['a row lacks a word of its text', { words: new Map([...right.words, ['amber', 1]]) }],
])('%s: the check finds it', (_, wrong) => {
  expect(() => checkAnswer('one', { ...right, ...wrong }, rows)).toThrow('index one')
})
