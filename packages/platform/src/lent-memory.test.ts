import { expect, test } from 'vitest'
import { LentMemory } from './lent-memory.js'

const LARGE = 1_024
const bounds = { bytesMin: LARGE, keptBytes: 16 * LARGE, isOverwritten: false }

test('memory is large enough and not shared', () => {
  const memory = new LentMemory(bounds)
  const taken = [1, LARGE - 1, LARGE, LARGE + 1, 3 * LARGE].map((bytes) => {
    const buffer = memory.take(bytes)
    expect(buffer.length).toBeGreaterThanOrEqual(bytes)
    return buffer
  })
  taken.forEach((buffer, index) => buffer.fill(index))
  taken.forEach((buffer, index) => expect(buffer.every((byte) => byte === index)).toBe(true))
})

test('returned memory is reused once', () => {
  const memory = new LentMemory(bounds)
  const first = memory.take(LARGE + 1)
  memory.giveBack(first.subarray(5, 10))
  memory.giveBack(first)
  const second = memory.take(LARGE + 2)
  expect(second.buffer).toBe(first.buffer)
  expect(memory.take(LARGE + 2).buffer).not.toBe(first.buffer)
})

test('foreign and small buffers are ignored', () => {
  const memory = new LentMemory(bounds)
  const foreign = Buffer.alloc(LARGE)
  memory.giveBack(foreign)
  const small = memory.take(10)
  memory.giveBack(small)
  expect(memory.take(LARGE).buffer).not.toBe(foreign.buffer)
})

test('the kept memory is bounded', () => {
  const memory = new LentMemory(bounds)
  const quarter = bounds.keptBytes / 4
  const taken = Array.from({ length: 6 }, () => memory.take(quarter))
  for (const buffer of taken) memory.giveBack(buffer)
  const before = new Set(taken.map(({ buffer }) => buffer))
  const again = Array.from({ length: 6 }, () => memory.take(quarter))
  expect(again.filter(({ buffer }) => before.has(buffer))).toHaveLength(4)
})

test('returned bytes are overwritten where that is wanted, at once, and foreign ones never', () => {
  const memory = new LentMemory({ ...bounds, isOverwritten: true })
  const bytes = memory.take(LARGE).fill(1)
  const foreign = Buffer.alloc(LARGE, 1)
  memory.giveBack(bytes.subarray(0, LARGE - 10))
  memory.giveBack(foreign)
  expect(bytes.subarray(0, LARGE - 10)).toEqual(Buffer.alloc(LARGE - 10, 0xdb))
  expect(foreign).toEqual(Buffer.alloc(LARGE, 1))
})
