import { manualClock, seededRandom } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import { UUID } from '../testing/door-fixture.js'
import { ReplyStamps } from './reply-stamps.js'

test('dates follow the clock and have six digits', () => {
  const clock = manualClock(Date.UTC(2026, 0, 1, 0, 0, 0, 7))
  const stamps = new ReplyStamps(clock, seededRandom(1))
  expect(stamps.date()).toBe('2026-01-01T00:00:00.007000Z')
  clock.advance(1_234)
  expect(stamps.date()).toBe('2026-01-01T00:00:01.241000Z')
})

test('request ids have the form of a UUID and never come twice, also between doors', () => {
  const clock = manualClock()
  const doors = [new ReplyStamps(clock, seededRandom(1)), new ReplyStamps(clock, seededRandom(2))]
  const ids = doors.flatMap((stamps) => Array.from({ length: 1000 }, () => stamps.requestId()))
  expect(new Set(ids).size).toBe(2000)
  for (const id of ids) expect(id).toMatch(UUID)
})
