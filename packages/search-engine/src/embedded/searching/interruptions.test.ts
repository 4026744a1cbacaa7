import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { Interruptions } from './interruptions.js'

const { SEARCH_SHORT_MS: SHORT, SEARCH_INTERRUPTED_SHARE: SHARE } = searchEngineLimits

/** Messages are names, and each takes `otherMs`; those that begin with "long" must wait. */
const open = (otherMs: number) => {
  let now = 1_000
  const coming: string[] = []
  const done: string[] = []
  const interruptions: Interruptions<string> = new Interruptions(
    { now: () => 0, monotonic: () => now },
    () => coming.shift(),
    (message) => {
      if (message.startsWith('long')) return false
      done.push(message)
      now += otherMs
      // The work checks for messages itself, too.
      interruptions.look()
      return true
    },
  )
  const pass = (ms: number): void => {
    now += ms
    interruptions.look()
  }
  return { interruptions, coming, done, pass }
}

test('short work is not interrupted', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('a')
  interruptions.during(() => pass(SHORT - 1))
  expect(done).toEqual([])
  expect(coming).toEqual(['a'])
})

test('messages that arrive during long work are done then, one after the other', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('a', 'b')
  const result = interruptions.during(() => {
    pass(SHORT)
    expect(done).toEqual(['a', 'b'])
    return 'result'
  })
  expect(result).toBe('result')
})

test('messages that must wait are returned after the work, in their order', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('long', 'a', 'long, too')
  interruptions.during(() => pass(SHORT))
  expect(done).toEqual(['a'])
  const waiting = [1, 2, 3].map(() => interruptions.takeWaiting())
  expect(waiting).toEqual(['long', 'long, too', undefined])
})

test('messages get a share of the time, which does not count as time of the work', () => {
  const { interruptions, coming, done, pass } = open(100)
  coming.push('a', 'b', 'c')
  interruptions.during(() => {
    pass(SHORT)
    expect(done).toEqual(['a'])
    pass(100 / SHARE - SHORT - 1)
    expect(done).toEqual(['a'])
    pass(1)
    expect(done).toEqual(['a', 'b'])
  })
  expect(interruptions.othersMs).toBe(200)
  expect(coming).toEqual(['c'])
  // The total is kept, so that work that fails before it begins has not used any of it.
  interruptions.during(() => {
    expect(interruptions.othersMs).toBe(200)
    pass(SHORT)
  })
  expect(interruptions.othersMs).toBe(300)
})

test('work is not interrupted before it begins, or after it has failed', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('a')
  pass(SHORT)
  const failing = (): void => {
    throw new Error('no')
  }
  expect(() => interruptions.during(failing)).toThrow('no')
  pass(SHORT)
  expect(done).toEqual([])
})
