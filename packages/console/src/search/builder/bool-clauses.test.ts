import { expect, test } from 'vitest'
import { clausesOf, placeOf, withClauses, withCondition } from './bool-clauses.js'

const open = { kind: 'term', fieldName: 'status', term: 'open' }
const exists = { kind: 'exists', fieldName: 'status' }

test('one more condition makes a group of a query, but not of every row', () => {
  expect(withCondition({ kind: 'matchAll' }, open)).toMatchObject({ kind: 'bool', must: [open] })
  expect(withCondition(open, exists)).toMatchObject({ kind: 'bool', must: [open, exists] })
  const bool = { kind: 'bool', mustNot: [open], weight: 2 }
  expect(withCondition(bool, exists)).toMatchObject({ mustNot: [open], must: [exists], weight: 2 })
})

test('a clause is at its place among those of its part', () => {
  const clauses = clausesOf({ kind: 'bool', should: [open, exists], must: [exists] })
  expect(clauses.map(({ role }) => role)).toEqual(['must', 'should', 'should'])
  expect(clauses.map((_, at) => placeOf(clauses, at))).toEqual([
    ['must', 0],
    ['should', 0],
    ['should', 1],
  ])
  expect(withClauses({ kind: 'bool' }, clauses)).toMatchObject({ should: [open, exists] })
})
