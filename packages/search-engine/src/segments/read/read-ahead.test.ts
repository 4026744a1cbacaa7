import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { type PartAhead, ReadAhead } from './read-ahead.js'

const SLOW_MS = 1
const FAST_MS = 0.001
const BYTES = 16

const folder = mkdtempSync(join(tmpdir(), 'ahead-'))
const path = join(folder, 'file')
writeFileSync(path, Buffer.alloc(32 * BYTES))
afterAll(() => rmSync(folder, { recursive: true }))

let ahead: ReadAhead
let descriptor: number
/** The places of the parts that were about to be read. */
let asked: number[]

const parts = (count: number, from = 0): PartAhead[] =>
  Array.from({ length: count }, (_, place) => ({
    descriptor,
    offset: place * BYTES,
    bytes: BYTES,
    isThere: () => {
      asked.push(from + place)
      return false
    },
  }))

const isOpen = (): boolean => {
  try {
    fstatSync(descriptor)
    return true
  } catch {
    return false
  }
}

beforeEach(() => {
  ahead = new ReadAhead()
  descriptor = openSync(path, 'r')
  asked = []
})

it('reads some parts ahead at once, except for the first, and one more after each read', () => {
  ahead.plan(parts(12))
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  ahead.took(SLOW_MS)
  expect(asked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  for (let piece = 0; piece < 4; piece++) ahead.took(FAST_MS)
  expect(asked.length).toBe(11)
  ahead.close(descriptor)
})

it('continues with the parts of another file', () => {
  ahead.plan(parts(3))
  ahead.plan(parts(3, 10))
  expect(asked).toEqual([1, 2, 10, 11, 12])
  ahead.close(descriptor)
})

it('combines the parts of several files into one plan, however few each has', () => {
  for (const from of [0, 10, 20, 30]) ahead.plan(parts(1, from))
  expect(asked).toEqual([10, 20, 30])
  // A plan that is given after a read is a new one.
  ahead.took(SLOW_MS)
  ahead.plan(parts(2, 40))
  expect(asked).toEqual([10, 20, 30])
  ahead.close(descriptor)
})

it('skips parts that are in memory by then, and plans of an earlier search', () => {
  const there = parts(4).map((part) => ({ ...part, isThere: () => true }))
  ahead.plan(there)
  ahead.forget()
  ahead.close(descriptor)
  // No read is under way.
  expect(isOpen()).toBe(false)
  descriptor = openSync(path, 'r')
  ahead.plan(parts(12))
  ahead.forget()
  ahead.took(SLOW_MS)
  expect(asked.length).toBe(8)
  ahead.close(descriptor)
})

it('reads nothing ahead while reads take no time', () => {
  for (let read = 0; read < 64; read++) ahead.took(FAST_MS)
  ahead.plan(parts(12))
  expect(asked).toEqual([])
  ahead.took(SLOW_MS)
  ahead.plan(parts(12))
  expect(asked.length).toBe(8)
  ahead.close(descriptor)
})

it('reads nothing more from a closed file, whose descriptor may be reused', () => {
  ahead.plan(parts(12))
  ahead.close(descriptor)
  ahead.took(SLOW_MS)
  expect(asked.length).toBe(8)
})

it('bounds the reads under way, and continues when they have ended', async () => {
  for (let plan = 0; plan < searchEngineLimits.SEARCH_READS_AHEAD_MAX; plan++) {
    ahead.plan(parts(3))
    ahead.took(SLOW_MS)
  }
  expect(asked.length).toBe(searchEngineLimits.SEARCH_READS_AHEAD_MAX)
  while (asked.length === searchEngineLimits.SEARCH_READS_AHEAD_MAX) {
    await setImmediate()
    ahead.plan(parts(3))
    ahead.took(SLOW_MS)
  }
  ahead.close(descriptor)
})

it('forgets old plans that nobody has read', () => {
  ahead.plan(parts(searchEngineLimits.SEARCH_READS_AHEAD_MAX))
  expect(asked.length).toBe(8)
  ahead.plan(parts(3))
  expect(asked.length).toBe(10)
  ahead.close(descriptor)
})

it('closes a file once none of its reads is under way', async () => {
  ahead.plan(parts(4))
  ahead.close(descriptor)
  expect(isOpen()).toBe(true)
  while (isOpen()) await setImmediate()
  descriptor = openSync(path, 'r')
  closeSync(descriptor)
})
