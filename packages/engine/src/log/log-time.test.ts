import fc from 'fast-check'
import { expect, test } from 'vitest'
import { manualClock } from '@rowhouse/platform/testing'
import { engineLimits } from '../limits.js'
import { LogTime } from './log-time.js'

const HOUR = 3_600_000

const started = () => {
  const clock = manualClock()
  const told: string[] = []
  const begun = clock.now()
  const times = new LogTime(clock, begun, (change, aheadMs) => told.push(`${change} ${aheadMs}`))
  times.next()
  return { clock, told, times, begun }
}

test('follows the clock, and stands still when the clock is set back', () => {
  const { clock, told, times, begun } = started()
  clock.advance(5)
  expect(times.next()).toEqual({ time: begun + 5, isBack: false })
  clock.jump(-HOUR)
  clock.advance(1000)
  expect(times.next()).toEqual({ time: begun + 5, isBack: false })
  clock.advance(HOUR)
  expect(times.next().time).toBe(begun + 1005)
  expect(told).toEqual([])
})

test('a small step ahead is not reported', () => {
  const { clock, told, times, begun } = started()
  clock.jump(engineLimits.CLOCK_JUMP_MS)
  expect(times.next().time).toBe(begun + engineLimits.CLOCK_JUMP_MS)
  clock.jump(-engineLimits.CLOCK_JUMP_MS)
  expect(times.next()).toEqual({ time: begun + engineLimits.CLOCK_JUMP_MS, isBack: false })
  expect(told).toEqual([])
})

test('times go back with the clock when a jump is reverted', () => {
  const { clock, told, times, begun } = started()
  clock.jump(24 * HOUR)
  expect(times.next()).toEqual({ time: begun + 24 * HOUR, isBack: false })
  clock.advance(HOUR)
  expect(times.next().time).toBe(begun + 25 * HOUR)
  clock.jump(-24 * HOUR + 10)
  expect(times.next()).toEqual({ time: begun + HOUR + 10, isBack: true })
  clock.advance(1)
  expect(times.next()).toEqual({ time: begun + HOUR + 11, isBack: false })
  expect(told).toEqual([`ahead ${24 * HOUR}`, 'back 0'])
})

test('a jump that has lasted for a day counts as right for good', () => {
  const { clock, told, times, begun } = started()
  clock.jump(48 * HOUR)
  times.next()
  clock.advance(engineLimits.CLOCK_DOUBT_MS + 1)
  times.next()
  clock.jump(-48 * HOUR)
  const { time, isBack } = times.next()
  expect([time - begun, isBack]).toEqual([48 * HOUR + engineLimits.CLOCK_DOUBT_MS + 1, false])
  expect(told).toHaveLength(1)
})

test('a step back further than the jump ahead is ignored', () => {
  const { clock, times, begun } = started()
  clock.jump(2 * HOUR)
  times.next()
  clock.jump(-4 * HOUR)
  expect(times.next()).toEqual({ time: begun + 2 * HOUR, isBack: false })
})

test('whatever the clock does, times only go back when a jump is reverted', () => {
  const step = fc.record({
    advance: fc.integer({ min: 0, max: 2 * HOUR }),
    jump: fc.constantFrom(0, 0, 0, HOUR, -HOUR, 2 * HOUR, -2 * HOUR, 10, -10),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { clock, told, times, begun } = started()
      let last = begun
      for (const { advance, jump } of steps) {
        clock.advance(advance)
        clock.jump(jump)
        const before = told.length
        const { time, isBack } = times.next()
        expect(isBack).toBe(time < last)
        if (isBack) expect(told[before]).toMatch(/^back/)
        expect(time).toBeGreaterThanOrEqual(Math.max(begun, clock.now()))
        last = time
      }
    }),
  )
})
