import { posix, win32 } from 'node:path'
import { expect, test } from 'vitest'
import { isWithin } from './is-within.js'

test.each([
  ['/data', '/data', true],
  ['/data/backup', '/data', true],
  ['/data/..backup', '/data', true],
  ['/data', '/data/backup', false],
  ['/data-backup', '/data', false],
  ['/other/data', '/data', false],
])('%s in %s: %s', (folder, other, expected) => {
  expect(isWithin(folder, other, posix)).toBe(expected)
})

test('paths on two drives are not within each other', () => {
  expect(isWithin(String.raw`D:\backup`, String.raw`C:\data`, win32)).toBe(false)
  expect(isWithin(String.raw`C:\data\backup`, String.raw`C:\data`, win32)).toBe(true)
})
