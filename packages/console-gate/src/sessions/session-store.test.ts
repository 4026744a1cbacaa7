import { manualClock, seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { consoleLimits } from '../limits.js'
import { SessionStore } from './session-store.js'
import { SignInTries } from './sign-in-tries.js'

const OPERATOR = { kind: 'operator' } as const

test('a session that is used stays, and an idle one ends', () => {
  const clock = manualClock()
  const sessions = new SessionStore(clock, seededRandom(1))
  const { id } = sessions.start(OPERATOR)
  clock.advance(consoleLimits.SESSION_IDLE_MS - 1)
  expect(sessions.use(id)?.visitor).toEqual(OPERATOR)
  clock.advance(consoleLimits.SESSION_IDLE_MS - 1)
  expect(sessions.use(id)).toBeDefined()
  clock.advance(consoleLimits.SESSION_IDLE_MS)
  expect(sessions.use(id)).toBeUndefined()
})

test('a session ends after its longest time, however much it is used', () => {
  const clock = manualClock()
  const sessions = new SessionStore(clock, seededRandom(1))
  const { id } = sessions.start(OPERATOR)
  const step = consoleLimits.SESSION_IDLE_MS / 2
  let isOpen = true
  let passed = 0
  while (isOpen && passed <= consoleLimits.SESSION_MS) {
    clock.advance(step)
    passed += step
    isOpen = sessions.use(id) !== undefined
  }
  expect(passed).toBe(consoleLimits.SESSION_MS)
})

test('past the bound the session that was idle for the longest ends', () => {
  const sessions = new SessionStore(manualClock(), seededRandom(1))
  const first = sessions.start(OPERATOR)
  const second = sessions.start(OPERATOR)
  sessions.use(first.id)
  for (let more = 2; more <= consoleLimits.SESSIONS_MAX; more++) sessions.start(OPERATOR)
  expect(sessions.use(first.id)).toBeDefined()
  expect(sessions.use(second.id)).toBeUndefined()
})

test('failed tries of one address are bounded, and come back with time', () => {
  const clock = manualClock()
  const tries = new SignInTries(clock)
  for (let failed = 0; failed < consoleLimits.SIGN_IN_TRIES; failed++) {
    expect(tries.mayTry('a')).toBe(true)
    tries.failed('a')
  }
  expect(tries.mayTry('a')).toBe(false)
  expect(tries.mayTry('b')).toBe(true)
  clock.advance(consoleLimits.SIGN_IN_INTERVAL_MS)
  expect(tries.mayTry('a')).toBe(true)
})
