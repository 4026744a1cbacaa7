import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { RowCache } from './row-cache.js'

describe('the row cache', () => {
  it('never holds more bytes than its capacity, nor another value than the last', () => {
    const step = fc.record({
      name: fc.integer({ min: 0, max: 20 }).map(String),
      size: fc.integer({ min: 0, max: 900 }),
      kind: fc.constantFrom('fill', 'refresh', 'get', 'delete'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const cache = new RowCache(2000)
        const last = new Map<string, number>()
        for (const { name, size, kind } of steps) {
          if (kind === 'delete') cache.delete(name)
          if (kind === 'fill') cache.fill(name, Buffer.alloc(size))
          if (kind === 'refresh') cache.refresh(name, Buffer.alloc(size))
          if (kind === 'fill' || kind === 'refresh') last.set(name, size)
          const found = cache.get(name)
          if (found !== undefined) expect(found.value?.length).toBe(last.get(name))
          if (kind === 'delete') expect(found).toBeUndefined()
          expect(cache.figures()['row_cache_bytes']).toBeLessThanOrEqual(2000)
        }
      }),
    )
  })

  it('keeps rows that are read and evicts the others', () => {
    const cache = new RowCache(3000)
    cache.fill('hot', Buffer.alloc(100))
    for (let i = 0; i < 1000; i++) {
      cache.fill(`cold ${i}`, Buffer.alloc(100))
      expect(cache.get('hot')).toBeDefined()
    }
    expect(cache.get('cold 0')).toBeUndefined()
    expect(cache.get('cold 999')).toBeDefined()
  })

  it('lets writes replace cached rows but not add any', () => {
    const cache = new RowCache(3000)
    cache.refresh('a', Buffer.from('1'))
    expect(cache.get('a')).toBeUndefined()
    cache.fill('a', undefined)
    cache.refresh('a', Buffer.from('2'))
    expect(String(cache.get('a')?.value)).toBe('2')
  })

  it('knows a value as verified until it holds another', () => {
    const cache = new RowCache(3000)
    cache.fill('a', Buffer.from('1'))
    const slot = cache.get('a')
    expect(slot?.isVerified).toBe(false)
    if (slot !== undefined) slot.isVerified = true
    expect(cache.get('a')?.isVerified).toBe(true)
    cache.refresh('a', Buffer.from('2'))
    expect(cache.get('a')?.isVerified).toBe(false)
  })

  it('does not keep large values, and forgets the small one that they replace', () => {
    const cache = new RowCache(1_000_000)
    cache.fill('a', Buffer.from('1'))
    cache.refresh('a', Buffer.alloc(engineLimits.ROW_CACHE_ENTRY_BYTES_MAX + 1))
    expect(cache.get('a')).toBeUndefined()
    cache.fill('a', Buffer.alloc(engineLimits.ROW_CACHE_ENTRY_BYTES_MAX))
    expect(cache.get('a')).toBeDefined()
  })

  it('forgets a range, whose start is in it and whose end is not', () => {
    const cache = new RowCache(10_000)
    for (const name of ['a', 'b', 'b\u00ff', 'c']) cache.fill(name, undefined)
    cache.deleteRange('b', 'c')
    const kept = ['a', 'b', 'b\u00ff', 'c'].filter((name) => cache.get(name) !== undefined)
    expect(kept).toEqual(['a', 'c'])
  })
})
