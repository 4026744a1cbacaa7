import { expect, test } from 'vitest'
import { pathOf } from './operation-access.js'

test.each([
  ['/GetRow', 'GetRow'],
  ['/tunnel/create', 'tunnel/create'],
  ['/GetRow?a=/b', 'GetRow'],
  ['http://host/GetRow', 'GetRow'],
  ['http://host:80/GetRow?x', 'GetRow'],
  ['HTTPS://host/tunnel/create', 'tunnel/create'],
  ['http://host', ''],
  ['http://host?x', ''],
  ['/', ''],
  ['', ''],
  ['*', '*'],
  ['?x', ''],
])('%s names %s', (target, operation) => {
  expect(pathOf(target)).toBe(operation)
})
