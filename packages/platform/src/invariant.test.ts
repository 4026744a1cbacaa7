import { expect, test } from 'vitest'
import { InvariantError, expectDefined, invariant, outOfRange } from './invariant.js'

test('a condition that holds passes', () => {
  invariant(true, 'it holds')
  expect(expectDefined(0, 'a number')).toBe(0)
  expect(expectDefined('', 'a text')).toBe('')
  expect(expectDefined(null, 'nothing, but said so')).toBeNull()
})

test('a condition that does not hold reports the assumption', () => {
  expect(() => invariant(false, 'it holds')).toThrow(InvariantError)
  const items: readonly number[] = []
  expect(() => expectDefined(items[0], 'the list has an item')).toThrow(
    new InvariantError('the list has an item'),
  )
})

test('an index is within its array', () => {
  const numbers = Uint32Array.of(7, 0)
  expect(numbers[0] ?? outOfRange()).toBe(7)
  expect(numbers[1] ?? outOfRange()).toBe(0)
  expect(() => numbers[2] ?? outOfRange()).toThrow(
    new InvariantError('an index is within its array'),
  )
})
