import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchSilence } from './watch-silence.mjs'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a command with output may take any time, and silence is noticed', () => {
  const onSilence = vi.fn()
  const watch = watchSilence(1000, onSilence)
  for (let count = 0; count < 100; count++) {
    vi.advanceTimersByTime(999)
    watch.heard()
  }
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  expect(onSilence).toHaveBeenCalledOnce()
})

test('a command that has ended is not watched', () => {
  const onSilence = vi.fn()
  watchSilence(1000, onSilence).stop()
  vi.advanceTimersByTime(2000)
  expect(onSilence).not.toHaveBeenCalled()
})
