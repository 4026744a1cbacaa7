import { expect, test } from 'vitest'
import { engineLimits } from '../../limits.js'
import { ReplyMemory } from './reply-memory.js'

const { REPLY_MEMORY_BYTES_MIN: LARGE, REPLY_MEMORY_KEPT_BYTES } = engineLimits

test('memory is large enough and not shared', () => {
  const memory = new ReplyMemory()
  const taken = [1, LARGE - 1, LARGE, LARGE + 1, 3 * LARGE].map((bytes) => {
    const buffer = memory.take(bytes)
    expect(buffer.length).toBeGreaterThanOrEqual(bytes)
    return buffer
  })
  taken.forEach((buffer, index) => buffer.fill(index))
  taken.forEach((buffer, index) => expect(buffer.every((byte) => byte === index)).toBe(true))
})

test('returned memory is reused once', () => {
  const memory = new ReplyMemory()
  const first = memory.take(LARGE + 1)
  memory.giveBack(first.subarray(5, 10))
  memory.giveBack(first)
  const second = memory.take(LARGE + 2)
  expect(second.buffer).toBe(first.buffer)
  expect(memory.take(LARGE + 2).buffer).not.toBe(first.buffer)
})

test('foreign and small buffers are ignored', () => {
  const memory = new ReplyMemory()
  const foreign = Buffer.alloc(LARGE)
  memory.giveBack(foreign)
  const small = memory.take(10)
  memory.giveBack(small)
  expect(memory.take(LARGE).buffer).not.toBe(foreign.buffer)
})

test('the kept memory is bounded', () => {
  const memory = new ReplyMemory()
  const quarter = REPLY_MEMORY_KEPT_BYTES / 4
  const taken = Array.from({ length: 6 }, () => memory.take(quarter))
  for (const buffer of taken) memory.giveBack(buffer)
  const before = new Set(taken.map(({ buffer }) => buffer))
  const again = Array.from({ length: 6 }, () => memory.take(quarter))
  expect(again.filter(({ buffer }) => before.has(buffer))).toHaveLength(4)
})
