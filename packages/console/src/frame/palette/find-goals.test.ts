import { expect, test } from 'vitest'
import { foundGoals } from './find-goals.js'

const goal = (label: string, kind: string) => ({
  id: `${kind} ${label}`,
  label,
  kind,
  go: () => {},
})

const GOALS = [
  goal('consumer_orders', 'rows'),
  goal('orders', 'rows'),
  goal('orders', 'settings'),
  goal('Create table', 'action'),
]

const namesOf = (typed: string) => foundGoals(GOALS, typed).map(({ id }) => id)

test('a name that begins with what is typed comes before one that has it within', () => {
  expect(namesOf('ORD')).toEqual(['rows orders', 'settings orders', 'rows consumer_orders'])
})

test('several words are looked for in name and kind', () => {
  expect(namesOf('orders set')).toEqual(['settings orders'])
  expect(namesOf('nothing')).toEqual([])
})

test('a kind alone finds what is of that kind, and nothing typed finds all', () => {
  expect(namesOf('action')).toEqual(['action Create table'])
  expect(namesOf('')).toHaveLength(4)
})
