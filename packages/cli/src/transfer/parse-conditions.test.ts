import { query } from '@rowhouse/client'
import { expect, test } from 'vitest'
import { filterOf, queryOf } from './parse-conditions.js'

test('conditions become one filter in which all must hold', () => {
  expect(filterOf([])).toBeUndefined()
  expect(filterOf(['a=1'])).toMatchObject({ kind: 'single', comparator: 'EQUAL', columnName: 'a' })
  expect(filterOf(['a=1', 'b != x'])).toMatchObject({
    kind: 'composite',
    children: [{ columnName: 'a' }, { columnName: 'b', comparator: 'NOT_EQUAL' }],
  })
})

test('the same conditions become one query', () => {
  expect(queryOf(['a=1', 'b>=1.5', 'c<"7"', 'd!=true'])).toEqual(
    query.bool({
      must: [query.term('a', 1n), query.range('b', { gte: 1.5 }), query.range('c', { lt: '7' })],
      mustNot: [query.term('d', true)],
    }),
  )
})

test('invalid conditions are refused', () => {
  expect(() => filterOf(['a~1'])).toThrow('--where a~1 is not NAME')
  expect(() => queryOf(['=1'])).toThrow('--where =1 is not NAME')
})
