import { expect, test } from 'vitest'
import { counted, nounFor } from './counted.js'

test('only one is told in the singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows'])
  expect(counted(2, 'index', 'indexes')).toBe('2 indexes')
  expect(nounFor(1, 'index', 'indexes')).toBe('index')
})
