import { manualClock } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LagHold } from './lag-hold.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A hold with 100 bytes of lag and one second at most, and a log that writes make longer. */
const create = () => {
  const clock = manualClock()
  const log = { end: 0 }
  const hold = new LagHold({
    visibleEnd: () => log.end,
    now: () => clock.monotonic(),
    lagBytes: 100,
    waitMs: 1000,
  })
  const acknowledged: string[] = []
  const write = (name: string, bytes: number): void => {
    log.end += bytes
    const wait = hold.afterWrite()
    if (wait === undefined) acknowledged.push(name)
    else void wait.then(() => acknowledged.push(name))
  }
  const pass = (ms: number): Promise<unknown> => {
    clock.advance(ms)
    return vi.advanceTimersByTimeAsync(ms)
  }
  const advance = (position: number): Promise<unknown> => {
    hold.advanced(position)
    return pass(0)
  }
  return { hold, write, pass, advance, acknowledged }
}

test('a write waits until the index is no further behind it than it may be', async () => {
  const { hold, write, pass, advance, acknowledged } = create()
  await advance(0)
  write('a', 100)
  expect(acknowledged).toEqual(['a'])
  write('b', 1)
  write('c', 20)
  await pass(10)
  expect(acknowledged).toEqual(['a'])
  await advance(1)
  expect(acknowledged).toEqual(['a', 'b'])
  await advance(20)
  expect(acknowledged).toEqual(['a', 'b'])
  await advance(21)
  expect(acknowledged).toEqual(['a', 'b', 'c'])
  expect(hold.figures).toEqual({ heldWrites: 2, heldMs: 20 })
})

test('an index that was further behind gains on the writes, and they never stop', async () => {
  const { hold, write, advance, acknowledged } = create()
  write('before it opens', 1000)
  await advance(0)
  write('a', 80)
  write('b', 80)
  expect(acknowledged).toEqual(['before it opens'])
  // It may lag by 1000 less an eighth of what it has followed.
  await advance(88)
  expect(acknowledged).toEqual(['before it opens'])
  await advance(96)
  expect(acknowledged).toEqual(['before it opens', 'a'])
  await advance(400)
  expect(acknowledged).toEqual(['before it opens', 'a', 'b'])
  hold.lift()
})

test('a write waits for so long at most', async () => {
  const { hold, write, pass, advance, acknowledged } = create()
  await advance(0)
  write('a', 150)
  await pass(600)
  write('b', 100)
  await advance(1)
  await pass(399)
  expect(acknowledged).toEqual([])
  await pass(1)
  expect(acknowledged).toEqual(['a'])
  await advance(2)
  await pass(600)
  expect(acknowledged).toEqual(['a', 'b'])
  hold.lift()
})

test('nothing waits for an index that stands still, until it advances', async () => {
  const { hold, write, pass, advance, acknowledged } = create()
  await advance(0)
  write('a', 150)
  write('b', 100)
  await pass(1000)
  write('c', 100)
  expect(acknowledged).toEqual(['c', 'a', 'b'].toSorted())
  await advance(1)
  write('d', 100)
  await pass(1)
  expect(acknowledged).not.toContain('d')
  hold.lift()
  await pass(0)
  expect(acknowledged).toContain('d')
})

test('nothing waits for an index that is not kept', () => {
  const { hold, write, acknowledged } = create()
  write('a', 1_000_000)
  expect(acknowledged).toEqual(['a'])
  expect(hold.figures).toEqual({ heldWrites: 0, heldMs: 0 })
})
