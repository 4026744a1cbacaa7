import { InvariantError } from '@rowhouse/platform'
import { expect, it } from 'vitest'
import { ArenaPool } from './arena.js'
import { Memtable } from './memtable.js'

it('uses an arena again that was given back, whatever it held', () => {
  const pool = new ArenaPool(100_000, 1)
  const arena = pool.take()
  const expected = texts(filled(new Memtable(arena, 0), 400))
  expect(expected).toHaveLength(400)
  for (const byte of [0, 0xff]) {
    filled(new Memtable(arena, 0), 500)
    arena.bytes.fill(byte, 1000, 5000)
    pool.give(arena)
    expect(pool.take()).toBe(arena)
    expect(texts(filled(new Memtable(arena, 0), 400))).toEqual(expected)
  }
})

it('keeps so many arenas and no more, and none of another size', () => {
  const pool = new ArenaPool(1000, 1)
  const [one, other, large] = [pool.take(), pool.take(1000), pool.take(1001)]
  expect([one, other, large].map(({ bytes }) => bytes.length)).toEqual([1000, 1000, 1004])
  for (const arena of [large, one, other]) pool.give(arena)
  expect(pool.take()).toBe(one)
  const next = pool.take()
  expect(next).not.toBe(large)
  expect(next).not.toBe(other)
})

it('refuses an arena that was given back before', () => {
  const pool = new ArenaPool(1000, 2)
  const arena = pool.take()
  pool.give(arena)
  expect(() => pool.give(arena)).toThrow(InvariantError)
})

function filled(memtable: Memtable, entries: number): Memtable {
  for (let i = 0; i < entries; i++) {
    const name = Buffer.from(String((i * 7919) % 10_007))
    memtable.put(name, Buffer.from(String(i)), i)
  }
  return memtable
}

function texts(memtable: Memtable): string[] {
  const cursor = memtable.cursor({ start: undefined, end: undefined, reverse: false }, 10_000)
  const found: string[] = []
  for (cursor.first(); cursor.isOnEntry; cursor.next()) {
    found.push(cursor.bytes.toString('latin1', cursor.keyAt, cursor.valueEnd))
  }
  return found
}
