import { expect, test } from 'vitest'
import { asked, everything, withTerm } from '../../testing/search-engine-calls.js'
import { isPlainlyShort } from './plainly-short.js'

test('only a short page of the rows with one value is short before it was measured', () => {
  const count = { kind: 'count', name: 'm', fieldName: 'l' } as const
  expect(isPlainlyShort(asked(withTerm('x')))).toBe(true)
  expect(isPlainlyShort(asked(withTerm('x'), { offset: 50, limit: 50 }))).toBe(true)
  expect(isPlainlyShort(asked(withTerm('x'), { offset: 50, limit: 51 }))).toBe(false)
  expect(isPlainlyShort(asked(withTerm('x'), { aggregations: [count] }))).toBe(false)
  expect(isPlainlyShort(asked(withTerm('x'), { filter: everything }))).toBe(false)
  expect(isPlainlyShort(asked(everything))).toBe(false)
})
