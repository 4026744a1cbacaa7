import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOf, defaultRetryPolicy, delayBefore, isRetryable } from './retry.js'

test('a busy server is worth another attempt, a bad request is not', () => {
  expect(isRetryable('OTSServerBusy')).toBe(true)
  expect(isRetryable('NetworkingError')).toBe(true)
  expect(isRetryable(codeOf({ code: 503 }))).toBe(true)
  expect(isRetryable(codeOf({ code: 400 }))).toBe(false)
  expect(isRetryable('OTSParameterInvalid')).toBe(false)
  expect(isRetryable('')).toBe(false)
})

test('the code of an error is read without trusting its shape', () => {
  expect(codeOf(Object.assign(new Error('no'), { code: 'OTSAuthFailed' }))).toBe('OTSAuthFailed')
  expect(codeOf(new Error('no'))).toBe('')
  expect(codeOf(null)).toBe('')
  expect(codeOf('text')).toBe('')
})

test('delays double, stay under the ceiling and are spread over the upper half', () => {
  const at = (attempt: number, random: number): number =>
    delayBefore(attempt, defaultRetryPolicy, () => random)
  expect(at(1, 1)).toBe(50)
  expect(at(1, 0)).toBe(25)
  expect(at(4, 1)).toBe(400)
  expect(at(30, 1)).toBe(defaultRetryPolicy.longestDelayMs)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (n, r) => {
        const delay = at(n, r)
        expect(delay).toBeGreaterThanOrEqual(at(n, 0))
        expect(delay).toBeLessThanOrEqual(defaultRetryPolicy.longestDelayMs)
      },
    ),
  )
})
