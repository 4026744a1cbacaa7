import { LogTrimmedError } from '@rowhouse/engine'
import { expect, test } from 'vitest'
import { IndexDamagedError } from '@rowhouse/search-engine'
import { searchLimits } from '../limits.js'
import { Troubles } from './trouble.js'

const NOW = 1_700_000_000_000
const damage = new IndexDamagedError('file', 'torn')

test('trouble is retried for ever with growing delays, until something succeeds', () => {
  const troubles = new Troubles(100)
  const waits = Array.from({ length: 40 }, () => troubles.meet(new Error('no'), NOW).retryAfterMs)
  expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800])
  expect(waits.at(-1)).toBe(searchLimits.SEARCH_RETRY_MS_MAX)
  troubles.recovered()
  expect(troubles.meet(new Error('no'), NOW).retryAfterMs).toBe(100)
})

test('rebuilds stop after too many within a time, until one is requested', () => {
  const troubles = new Troubles(100)
  for (let time = 0; time < searchLimits.SEARCH_REBUILDS_MAX; time++) {
    expect(troubles.meet(damage, NOW + time).retryAfterMs).toBe(100 * 2 ** time)
    troubles.recovered()
  }
  expect(troubles.meet(damage, NOW + 10)).toMatchObject({
    state: 'damaged',
    retryAfterMs: undefined,
  })
  troubles.forget()
  expect(troubles.meet(damage, NOW + 11).retryAfterMs).toBe(100)
})

test('rebuilds of long ago do not count', () => {
  const troubles = new Troubles(100)
  for (let time = 0; time < 3 * searchLimits.SEARCH_REBUILDS_MAX; time++) {
    const at = NOW + time * searchLimits.SEARCH_REBUILDS_MS
    expect(troubles.meet(new LogTrimmedError(1, 2), at)).toMatchObject({
      state: 'needsRebuild',
      retryAfterMs: 100,
    })
  }
})
