import { expect, test } from 'vitest'
import { compareAnswers, type SearchAnswer } from './search-answers.js'

const answer = (total: number, more: Partial<SearchAnswer> = {}): SearchAnswer => ({
  total,
  groups: [],
  sortValues: [],
  ...more,
})

test('equal answers have no differences', () => {
  const answers = { wildcard: [answer(3), answer(4)], 'group-sum': [answer(9)] }
  expect(compareAnswers(answers, answers)).toEqual({ compared: 3, differences: [] })
})

test('another total, group or order of hits is reported', () => {
  const own = { wildcard: [answer(3, { groups: [['a', 1, 2]], sortValues: [5, 4] })] }
  for (const other of [
    answer(2, { groups: [['a', 1, 2]], sortValues: [5, 4] }),
    answer(3, { groups: [['a', 1, 3]], sortValues: [5, 4] }),
    answer(3, { groups: [['a', 1, 2]], sortValues: [4, 5] }),
  ]) {
    expect(compareAnswers(own, { wildcard: [other] }).differences).toHaveLength(1)
  }
})

test('one hit at the edge of a circle may be missing, but not many', () => {
  const own = { 'geo-sort': [answer(900, { sortValues: [5] })] }
  const near = { 'geo-sort': [answer(899, { sortValues: [4] })] }
  const far = { 'geo-sort': [answer(890)] }
  expect(compareAnswers(own, near).differences).toEqual([])
  expect(compareAnswers(own, far).differences).toHaveLength(1)
})

test('searches that a peer did not run are not compared', () => {
  expect(compareAnswers({ wildcard: [answer(1)] }, {})).toEqual({ compared: 0, differences: [] })
})
