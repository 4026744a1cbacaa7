import fc from 'fast-check'
import { LentMemory } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { BodyCollector } from './body-collector.js'
import { ownBytes } from './http/own-bytes.js'

test('the pieces are joined to the body, whatever size was announced', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1 })), fc.nat(200), (parts, announced) => {
      const pieces = parts.map((part) => Buffer.from(part))
      const collector = new BodyCollector()
      for (const piece of pieces) collector.add(piece, announced)
      expect(collector.length).toBe(Buffer.concat(pieces).length)
      expect(collector.finish()).toEqual(Buffer.concat(pieces))
      expect(collector.finish()).toHaveLength(0)
    }),
  )
})

test('a body in one piece is not copied', () => {
  const piece = Buffer.alloc(4, 'body')
  const collector = new BodyCollector()
  collector.add(piece, 4)
  expect(collector.finish().buffer).toBe(piece.buffer)
})

test('a body of several pieces has memory of its own, but none is allocated for an announced size', () => {
  const collector = new BodyCollector()
  collector.add(Buffer.alloc(100, 1), 5_000_000)
  collector.add(Buffer.alloc(100, 2), 5_000_000)
  const body = collector.finish()
  expect(body).toHaveLength(200)
  expect(body.buffer.byteLength).toBeLessThan(2_000)
})

const bounds = { bytesMin: 16, keptBytes: 4_096, isOverwritten: true }

test('a body of several pieces is collected into memory that was used before', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1 })), fc.nat(200), (parts, announced) => {
      const memory = new LentMemory(bounds)
      for (let round = 0; round < 3; round++) {
        const pieces = parts.map((part) => Buffer.from(part))
        const collector = new BodyCollector(memory)
        for (const piece of pieces) collector.add(piece, announced)
        const body = collector.finish()
        expect(body).toEqual(Buffer.concat(pieces))
        collector.drop()
        expect(body).toEqual(Buffer.concat(pieces))
        memory.giveBack(body)
      }
    }),
  )
})

test('a body that is dropped gives its memory back', () => {
  const memory = new LentMemory(bounds)
  const collector = new BodyCollector(memory)
  const pieces = [Buffer.alloc(50, 1), Buffer.alloc(50, 2)]
  for (const piece of pieces) collector.add(piece, 100)
  collector.drop()
  for (const piece of pieces) collector.add(piece, 100)
  const body = collector.finish()
  expect(body).toEqual(Buffer.concat(pieces))
  expect(memory.take(100).buffer).not.toBe(body.buffer)
})

test('a few bytes do not keep the buffer around them in memory', () => {
  const large = Buffer.alloc(65_536, 7)
  const few = ownBytes(large.subarray(5, 15))
  expect(few).toEqual(Buffer.alloc(10, 7))
  expect(few.buffer.byteLength).toBe(10)
  expect(ownBytes(large.subarray(100)).buffer).toBe(large.buffer)
  expect(ownBytes(large.subarray(0, 40_000)).buffer).toBe(large.buffer)
})
