import { expect, test } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { Interruptions } from './interruptions.js'

const { SEARCH_SHORT_MS: SHORT, SEARCH_INTERRUPTED_SHARE: SHARE } = searchEngineLimits

/** Messages are names, and take as long as `open` is told; those that begin with "long" have to wait. */
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
      // It looks itself, too.
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

test('what is short itself is not interrupted', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('a')
  interruptions.during(() => pass(SHORT - 1))
  expect(done).toEqual([])
  expect(coming).toEqual(['a'])
})

test('what comes in the middle of something long is done there, one after the other', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('a', 'b')
  const result = interruptions.during(() => {
    pass(SHORT)
    expect(done).toEqual(['a', 'b'])
    return 'result'
  })
  expect(result).toBe('result')
})

test('what has to wait is handed out behind it, in its order', () => {
  const { interruptions, coming, done, pass } = open(0)
  coming.push('long', 'a', 'long, too')
  interruptions.during(() => pass(SHORT))
  expect(done).toEqual(['a'])
  const waiting = [1, 2, 3].map(() => interruptions.takeWaiting())
  expect(waiting).toEqual(['long', 'long, too', undefined])
})

test('others get a share of its time, and what they have had is not its own', () => {
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
  // All of it is told, so that what fails before it begins has not had any of it.
  interruptions.during(() => {
    expect(interruptions.othersMs).toBe(200)
    pass(SHORT)
  })
  expect(interruptions.othersMs).toBe(300)
})

test('nothing is interrupted before it begins, or when it has failed', () => {
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
