import { expect, test } from 'vitest'
import { answerOf, differencesOf, groupsOf } from './answer-of.js'

const items = [
  { id: 'b', value: 2 },
  { id: 'a', value: 2 },
  { id: 'c', value: 3 },
  { id: 'd', value: 0 },
]

test('rows that pass come in order, equal ones in the order of their keys', () => {
  const answer = answerOf(
    items,
    ({ id }) => id,
    (id) => id,
    ({ value }) => value > 0,
    (a, b) => b.value - a.value,
  )
  expect(answer).toEqual({ total: 3, ids: ['c', 'a', 'b'], groups: [] })
})

test('items without a key are in no group', () => {
  const groups = groupsOf(items, ({ id, value }) => (value === 2 ? 'two' : id === 'd' ? '' : id))
  expect([...groups].map(([key, group]) => [key, group.length])).toEqual([
    ['two', 2],
    ['c', 1],
  ])
})

test('every kind of difference is told', () => {
  const answer = { total: 2, ids: ['a', 'b'], groups: ['x  1'] }
  expect(differencesOf(answer, answer)).toEqual([])
  expect(differencesOf(answer, { total: 3, ids: ['b', 'a'], groups: [] })).toEqual([
    '3 rows counted, the file has 2',
    'row 1 is b, by the file a',
    'group 1 is nothing, by the file x  1',
  ])
})
