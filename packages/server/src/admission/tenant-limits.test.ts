import { expect, test } from 'vitest'
import { changeLimits, effectiveLimits, parseLimit, storedLimits } from './tenant-limits.js'

test('stored limits win over the defaults, and `none` over both', () => {
  const defaults = { requestsPerSecond: 10, concurrent: 5 }
  expect(effectiveLimits(undefined, defaults)).toEqual(defaults)
  expect(effectiveLimits({ requestsPerSecond: 'none', bytesInFlight: 7 }, defaults)).toEqual({
    concurrent: 5,
    bytesInFlight: 7,
  })
})

test('a change keeps the other limits, and a default is not stored', () => {
  const first = changeLimits(undefined, { concurrent: 3, requestsPerSecond: 'none' })
  expect(first).toEqual({ concurrent: 3, requestsPerSecond: 'none' })
  const second = changeLimits(first, { concurrent: 'default', bytesInFlight: 9 })
  expect(second).toEqual({ requestsPerSecond: 'none', bytesInFlight: 9 })
  expect(changeLimits({ concurrent: 3 }, { concurrent: 'default' })).toBeUndefined()
  expect(changeLimits(undefined, {})).toBeUndefined()
})

test.each([0, -1, 1.5, 1e13, 'some', true])('%s is not a valid limit', (value) => {
  expect(storedLimits.safeParse({ concurrent: value }).success).toBe(false)
})

test.each([
  ['7', 7],
  ['64K', 65_536],
  ['2MB', 2_097_152],
  ['none', 'none'],
  ['default', 'default'],
  ['0', undefined],
  ['-1', undefined],
  ['all', undefined],
  ['9T', undefined],
] as const)('the limit %s is read as %s', (text, limit) => {
  expect(parseLimit(text)).toBe(limit)
})
