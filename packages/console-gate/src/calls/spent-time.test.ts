import { expect, test } from 'vitest'
import { SpentTime } from './spent-time.js'

const TIMES = { authentication: 0, queue: 1, engine: 10, fsync: 0, encode: 2, total: 13 }

test('the stages of a search are taken out of the engine, and all of them are what it took', () => {
  const spent = new SpentTime()
  spent.add(TIMES, { index: 6, rows: 3 })
  expect(spent.of(15)).toEqual([
    { stage: 'queue', milliseconds: 1 },
    { stage: 'index', milliseconds: 6 },
    { stage: 'rows', milliseconds: 3 },
    { stage: 'engine', milliseconds: 1 },
    { stage: 'encode', milliseconds: 2 },
    { stage: 'console', milliseconds: 2 },
  ])
})

test('searches that ran at the same time leave nothing for the engine, and no time is negative', () => {
  const spent = new SpentTime()
  spent.add(TIMES, { index: 12 })
  expect(spent.of(13)).toEqual([
    { stage: 'queue', milliseconds: 1 },
    { stage: 'index', milliseconds: 12 },
    { stage: 'encode', milliseconds: 2 },
  ])
})
