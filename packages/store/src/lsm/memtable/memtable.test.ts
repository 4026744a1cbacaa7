import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads'
import { InvariantError } from '@rowhouse/platform'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { StoreMutation } from '../../key-value-store.js'
import { type CursorRange, type EntryCursor, TOMBSTONE } from '../entry-cursor.js'
import { createArena } from './arena.js'
import { arenaBytesFor } from './batch-room.js'
import { Memtable } from './memtable.js'
import { type MemtableReader, type FrozenMemtable, readFrozenMemtable } from './memtable-reader.js'
import { MemtableModel } from './testing/memtable-model.js'

const BASE = 2 ** 40
const whole: CursorRange = { start: undefined, end: undefined, reverse: false }
const backwards: CursorRange = { start: undefined, end: undefined, reverse: true }

describe('a memtable', () => {
  it('says what a map of versions says, at every moment, also to another thread', () => {
    fc.assert(
      fc.property(
        fc.array(mutation, { maxLength: 300 }),
        fc.array(look, { minLength: 1, maxLength: 20 }),
        (mutations, looks) => {
          const memtable = new Memtable(createArena(2 ** 20), BASE)
          const model = new MemtableModel()
          applyAll(memtable, model, mutations)
          for (const reader of [memtable, readElsewhere(memtable.freeze())]) {
            for (const { key, range, back } of looks) {
              const sequence = BASE + Math.max(-1, mutations.length - back)
              expectSame(reader, model, key, range, sequence)
            }
          }
          expect(memtable.entries).toBe(model.entries)
        },
      ),
    )
  })

  it('is walked right while it grows', () => {
    fc.assert(
      fc.property(
        fc.array(sparse, { maxLength: 200, size: 'max' }),
        fc.array(sparse, { maxLength: 800, size: 'max' }),
        cursorRange,
        fc.integer({ min: 1, max: 50 }),
        (before, meanwhile, range, burst) => {
          const memtable = new Memtable(createArena(2 ** 20), BASE)
          const model = new MemtableModel()
          applyAll(memtable, model, before)
          const sequence = BASE + before.length - 1
          const cursor = memtable.cursor(range, sequence)
          const seen: string[] = []
          let added = 0
          for (cursor.first(); cursor.isOnEntry; cursor.next()) {
            cursor.pause()
            for (const each of meanwhile.slice(added, added + burst)) {
              applyOne(memtable, model, each, BASE + before.length + added++)
            }
            cursor.resume()
            seen.push(entryText(cursor))
          }
          expect(seen).toEqual(model.entriesAsOf(range, sequence))
        },
      ),
    )
  })

  it.each([
    ['rising', (i: number) => i],
    ['falling', (i: number) => 20_000 - i],
    ['shuffled', (i: number) => (i * 7919) % 20_011],
    ['falling within rising', (i: number) => Math.floor(i / 100) * 100 + 99 - (i % 100)],
  ])('holds many keys in %s order', (_name, numberOf) => {
    const memtable = new Memtable(createArena(8 * 2 ** 20), BASE)
    const names: string[] = []
    for (let i = 0; i < 20_000; i++) {
      const name = `the same long beginning of all keys ${String(numberOf(i)).padStart(6, '0')}`
      names.push(name)
      memtable.put(Buffer.from(name), Buffer.from(String(i)), BASE + i)
    }
    const sorted = [...names].sort()
    expect(keysOf(memtable.cursor(whole, BASE + 20_000))).toEqual(sorted)
    expect(keysOf(memtable.cursor(backwards, BASE + 20_000))).toEqual(sorted.reverse())
    const [from, to] = [sorted[15_000] ?? '', sorted[2000] ?? '']
    const bytes = names.map((name, i) =>
      name >= from && name < to ? name.length + String(i).length + 2 : 0,
    )
    expect(memtable.bytesBetween(Buffer.from(from), Buffer.from(to))).toBe(
      bytes.reduce((sum, each) => sum + each, 0),
    )
    for (const [i, name] of names.entries()) {
      expect(memtable.get(Buffer.from(name), BASE + i)?.toString()).toBe(String(i))
      expect(memtable.get(Buffer.from(name), BASE + i - 1)).toBeUndefined()
    }
  })

  it('grows an old walk no more than a new one, with many splits below it', () => {
    const memtable = new Memtable(createArena(8 * 2 ** 20), BASE)
    const even = numbered(2000).filter((_, i) => i % 2 === 0)
    for (const [i, name] of even.entries()) memtable.put(Buffer.from(name), EMPTY, BASE + i)
    const sequence = BASE + even.length - 1
    for (const range of [whole, backwards]) {
      const cursor = memtable.cursor(range, sequence)
      const seen: string[] = []
      let next = BASE + memtable.entries + 10_000 * (range.reverse ? 1 : 0)
      for (cursor.first(); cursor.isOnEntry; cursor.next()) {
        const name = cursor.bytes.toString('latin1', cursor.keyAt, cursor.keyEnd)
        seen.push(name)
        for (const suffix of ['a', 'b', 'c']) {
          const tail = `${suffix}${String(range.reverse)}`
          memtable.put(Buffer.from(`${name}${tail}`), EMPTY, next++)
          memtable.put(Buffer.from(`!${name}${tail}`), EMPTY, next++)
        }
      }
      expect(seen).toEqual(range.reverse ? [...even].reverse() : even)
    }
  })

  it('takes every batch that it said it has room for, and refuses in time', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(mutation, { minLength: 1, maxLength: 60 }), { maxLength: 60 }),
        fc.integer({ min: 1200, max: 60_000 }),
        (batches, arenaBytes) => {
          const memtable = new Memtable(createArena(arenaBytes), BASE)
          let sequence = BASE
          for (const batch of batches) {
            if (!memtable.hasRoomFor(batch)) break
            for (const each of batch) applyOne(memtable, undefined, each, sequence++)
            expect(memtable.bytes).toBeLessThanOrEqual(arenaBytes + 3)
          }
        },
      ),
    )
  })

  it('counts on a split of every full leaf', () => {
    const names = numbered(6400)
    const batch = names
      .filter((_, i) => i % 64 === 32)
      .map((name): StoreMutation => ({ kind: 'put', key: Buffer.from(`${name}+`), value: EMPTY }))
    const whether = new Set<boolean>()
    for (let arenaBytes = 180_000; arenaBytes < 360_000; arenaBytes += 2000) {
      const memtable = new Memtable(createArena(arenaBytes), BASE)
      for (const [i, name] of names.entries()) memtable.put(Buffer.from(name), EMPTY, BASE + i)
      const hasRoom = memtable.hasRoomFor(batch)
      whether.add(hasRoom)
      if (!hasRoom) continue
      for (const [i, each] of batch.entries()) applyOne(memtable, undefined, each, BASE + 6400 + i)
    }
    expect(whether.size).toBe(2)
  })

  it('takes a batch of any size in an arena made for it', () => {
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 400 }), (batch) => {
        const memtable = new Memtable(createArena(arenaBytesFor(batch)), BASE)
        expect(memtable.hasRoomFor(batch)).toBe(true)
        for (const [i, each] of batch.entries()) applyOne(memtable, undefined, each, BASE + i)
      }),
    )
  })

  it('fills most of its arena whatever the order of the keys', () => {
    const arenaBytes = 4 * 2 ** 20
    const value = Buffer.alloc(300)
    for (const factor of [1, -1, 7919]) {
      const memtable = new Memtable(createArena(arenaBytes), BASE)
      let sequence = BASE
      const batch = (): StoreMutation[] => {
        const turned = ((((sequence - BASE) * factor) % 1_000_003) + 1_000_003) % 1_000_003
        return [{ kind: 'put', key: Buffer.from(String(turned).padStart(20, '0')), value }]
      }
      for (; memtable.hasRoomFor(batch()); sequence++) {
        applyOne(memtable, undefined, batch()[0] ?? expect.fail(), sequence)
      }
      expect(memtable.bytes).toBeGreaterThan(arenaBytes * 0.99)
      expect(memtable.entries * 320).toBeGreaterThan(arenaBytes * 0.88)
    }
  })

  it('refuses numbers that do not grow, and what it has no room for', () => {
    const memtable = new Memtable(createArena(4096), BASE)
    const key = Buffer.from('key')
    memtable.put(key, EMPTY, BASE + 5)
    expect(() => memtable.put(key, EMPTY, BASE + 5)).toThrow(InvariantError)
    expect(() => memtable.delete(key, BASE - 1)).toThrow(InvariantError)
    expect(() => memtable.put(key, Buffer.alloc(4096), BASE + 6)).toThrow(InvariantError)
    expect(() => memtable.put(key, EMPTY, BASE + 2 ** 31)).toThrow(InvariantError)
  })

  it('gives values that later changes do not reach', () => {
    const arena = createArena(4096)
    const memtable = new Memtable(arena, BASE)
    memtable.put(Buffer.from('key'), Buffer.from('value'), BASE)
    const value = memtable.get(Buffer.from('key'), BASE)
    arena.bytes.fill(0)
    expect(value).toEqual(Buffer.from('value'))
  })
})

const EMPTY = Buffer.alloc(0)

/** Few letters meet often; long keys differ only behind what they share. */
const key = fc.oneof(
  fc.array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), { maxLength: 4 }).map(Buffer.from),
  fc
    .tuple(fc.constantFrom(0, 40, 200), fc.nat(60))
    .map(([shared, number]) => Buffer.concat([Buffer.alloc(shared, 7), Buffer.from([number])])),
)
const value: fc.Arbitrary<Buffer> = fc.oneof(
  fc.constant(EMPTY),
  fc.integer({ min: 1, max: 300 }).map((length) => Buffer.alloc(length, length)),
)
const mutation: fc.Arbitrary<StoreMutation> = fc.oneof(
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('put'), key, value }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('delete'), key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('deleteRange'), start: key, end: key }) },
)
/** Keys that seldom meet make a tree grow. */
const sparse = fc.oneof(
  { weight: 1, arbitrary: mutation },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('put'),
      key: fc.tuple(fc.nat(255), fc.nat(255)).map(Buffer.from),
      value: fc.constant(EMPTY),
    }),
  },
)
const bound = fc.option(key, { nil: undefined })
const cursorRange = fc.record({ start: bound, end: bound, reverse: fc.boolean() })
const look = fc.record({ key, range: cursorRange, back: fc.nat(100) })

function applyAll(
  memtable: Memtable,
  model: MemtableModel,
  mutations: readonly StoreMutation[],
): void {
  for (const [i, each] of mutations.entries()) applyOne(memtable, model, each, BASE + i)
}

function applyOne(
  memtable: Memtable,
  model: MemtableModel | undefined,
  given: StoreMutation,
  sequence: number,
): void {
  if (given.kind === 'put') memtable.put(given.key, given.value, sequence)
  else if (given.kind === 'delete') memtable.delete(given.key, sequence)
  else memtable.deleteRange(given.start, given.end, sequence)
  model?.apply(given, sequence)
}

function expectSame(
  reader: MemtableReader,
  model: MemtableModel,
  wanted: Buffer,
  range: CursorRange,
  sequence: number,
): void {
  const found = reader.get(wanted, sequence)
  expect(found === TOMBSTONE ? 'tombstone' : found?.toString('latin1')).toBe(
    model.get(wanted, sequence),
  )
  const cursor = reader.cursor(range, sequence)
  const entries: string[] = []
  for (cursor.first(); cursor.isOnEntry; cursor.next()) entries.push(entryText(cursor))
  expect(entries).toEqual(model.entriesAsOf(range, sequence))
  expect(reader.rangeTombstones(sequence)).toEqual(model.rangeTombstones(sequence))
  const start = range.start ?? EMPTY
  const end = range.end ?? wanted
  expect(reader.bytesBetween(start, end)).toBe(model.bytesBetween(start, end))
}

function entryText(cursor: EntryCursor): string {
  const name = cursor.bytes.toString('latin1', cursor.keyAt, cursor.keyEnd)
  const text = cursor.bytes.toString('latin1', cursor.valueAt, cursor.valueEnd)
  return MemtableModel.entryText(name, cursor.isTombstone ? undefined : text)
}

function keysOf(cursor: EntryCursor): string[] {
  const names: string[] = []
  for (cursor.first(); cursor.isOnEntry; cursor.next()) {
    names.push(cursor.bytes.toString('latin1', cursor.keyAt, cursor.keyEnd))
  }
  return names
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i).padStart(5, '0'))

/** Through a message, as to a worker. */
function readElsewhere(frozen: FrozenMemtable): MemtableReader {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(frozen)
  const received: unknown = receiveMessageOnPort(port2)?.message
  port1.close()
  if (!isFrozen(received)) throw new Error('the message did not arrive')
  return readFrozenMemtable(received)
}

const isFrozen = (value: unknown): value is FrozenMemtable =>
  typeof value === 'object' && value !== null && 'deletedFragments' in value
