import { describe, expect, test } from 'vitest'
import { KeptReaders } from './kept-readers.js'

function sections() {
  let listeners: (() => void)[] = []
  return {
    evictions: 0,
    told: 0,
    onNextEviction(listener: () => void): void {
      listeners.push(listener)
    },
    evict(): void {
      const now = listeners
      listeners = []
      this.evictions += 1
      this.told += now.length
      for (const listener of now) listener()
    },
  }
}

describe('kept readers', () => {
  test('are opened once, and again after a section was evicted', () => {
    const source = sections()
    const readers = new KeptReaders<object>(source)
    const first = readers.get('a', () => ({}))
    expect(readers.get('a', () => ({}))).toBe(first)
    expect(readers.get('b', () => ({}))).not.toBe(first)
    source.evict()
    const second = readers.get('a', () => ({}))
    expect(second).not.toBe(first)
    expect(readers.get('a', () => ({}))).toBe(second)
    source.evict()
    expect(readers.get('a', () => ({}))).not.toBe(second)
  })

  test('are not kept when opening them has evicted a section', () => {
    const source = sections()
    const readers = new KeptReaders<object>(source)
    const first = readers.get('a', () => {
      source.evict()
      return {}
    })
    expect(readers.get('a', () => ({}))).not.toBe(first)
  })

  test('hear of evictions only while there are some', () => {
    const source = sections()
    const readers = new KeptReaders<object>(source)
    readers.get('a', () => ({}))
    readers.get('b', () => ({}))
    for (let time = 0; time < 3; time += 1) source.evict()
    expect(source.told).toBe(1)
  })
})
