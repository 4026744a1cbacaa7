import { LogTrimmedError } from '@rowhouse/engine'
import { expect, test } from 'vitest'
import { IndexDamagedError } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import { RecoveryPolicy } from './recovery-policy.js'

const NOW = 1_700_000_000_000
const damage = new IndexDamagedError('file', 'torn')

test('a failure is retried for ever with growing delays, until something succeeds', () => {
  const policy = new RecoveryPolicy(100)
  const waits = Array.from({ length: 40 }, () => policy.failed(new Error('no'), NOW).retryAfterMs)
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
  expect(waits.at(-1)).toBe(searchLimits.SEARCH_RETRY_MS_MAX)
  policy.recovered()
  expect(policy.failed(new Error('no'), NOW).retryAfterMs).toBe(100)
})

test('rebuilds stop after too many within a time, until one is requested', () => {
  const policy = new RecoveryPolicy(100)
  for (let time = 0; time < searchLimits.SEARCH_REBUILDS_MAX; time++) {
    expect(policy.failed(damage, NOW + time).retryAfterMs).toBe(100 * 2 ** time)
    policy.recovered()
  }
  expect(policy.failed(damage, NOW + 10)).toMatchObject({
    state: 'damaged',
    retryAfterMs: undefined,
  })
  policy.forget()
  expect(policy.failed(damage, NOW + 11).retryAfterMs).toBe(100)
})

test('rebuilds of long ago do not count', () => {
  const policy = new RecoveryPolicy(100)
  for (let time = 0; time < 3 * searchLimits.SEARCH_REBUILDS_MAX; time++) {
    const at = NOW + time * searchLimits.SEARCH_REBUILDS_MS
    expect(policy.failed(new LogTrimmedError(1, 2), at)).toMatchObject({
      state: 'needsRebuild',
      retryAfterMs: 100,
    })
  }
})
