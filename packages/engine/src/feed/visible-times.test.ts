import { beforeEach, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '@rowhouse/platform/testing'
import { engineLimits } from '../limits.js'
import { VisibleTimes } from './visible-times.js'

let clock: ManualClock
let start: number
let store: { visibleEnd: number; onVisible(listener: () => void): () => void }
let tell: () => void
let times: VisibleTimes

const write = (end: number): void => {
  store.visibleEnd = end
  tell()
}

beforeEach(() => {
  clock = manualClock()
  start = clock.now()
  store = {
    visibleEnd: 100,
    onVisible: (listener) => {
      tell = listener
      return () => {
        tell = () => {}
      }
    },
  }
  times = new VisibleTimes(store, clock)
})

test('a follower that has seen everything is up to date, however long nothing changes', () => {
  clock.advance(3_600_000)
  expect(times.upTo(100)).toBe(clock.now())
})

test('a follower that lags is as old as the first change that it lacks', () => {
  clock.advance(10_000)
  write(200)
  clock.advance(5_000)
  write(300)
  clock.advance(1_000)
  const first = start + 10_000 - engineLimits.VISIBLE_SAMPLE_MS
  const second = start + 15_000 - engineLimits.VISIBLE_SAMPLE_MS
  expect(times.upTo(100)).toBe(first)
  expect(times.upTo(199)).toBe(first)
  expect(times.upTo(200)).toBe(second)
  expect(times.upTo(300)).toBe(clock.now())
})

test('changes close together may get the same time', () => {
  clock.advance(10_000)
  write(200)
  clock.advance(1)
  write(300)
  expect(times.upTo(250)).toBe(start + 10_000)
  expect(times.upTo(150)).toBeLessThanOrEqual(start + 10_000)
})

test('times of long ago are unknown, and memory is bounded', () => {
  for (let change = 0; change < 3 * engineLimits.VISIBLE_SAMPLES_MAX; change++) {
    clock.advance(engineLimits.VISIBLE_SAMPLE_MS)
    write(200 + change)
  }
  expect(times.upTo(150)).toBeUndefined()
  const last = 200 + 3 * engineLimits.VISIBLE_SAMPLES_MAX - 1
  expect(times.upTo(last - 10)).toBe(clock.now() - 10 * engineLimits.VISIBLE_SAMPLE_MS)
  times.close()
})
