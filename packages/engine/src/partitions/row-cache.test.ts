import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { RowCache } from './row-cache.js'

describe('the row cache', () => {
  it('never exceeds its capacity, and holds only the last value', () => {
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

  it('holds no memory beside its values', () => {
    const cache = new RowCache(3000)
    const whole = Buffer.alloc(4000, 7)
    const own = Buffer.alloc(50, 7)
    cache.fill('view', whole.subarray(100, 150))
    cache.fill('own', own)
    cache.fill('replaced', undefined)
    cache.refresh('replaced', whole.subarray(100, 150))
    for (const name of ['view', 'own', 'replaced']) {
      const value = cache.get(name)?.value
      expect(value).toEqual(own)
      expect(value?.buffer.byteLength).toBe(50)
    }
    expect(cache.get('own')?.value).toBe(own)
  })

  it('keeps a value marked as verified until it is replaced', () => {
    const cache = new RowCache(3000)
    cache.fill('a', Buffer.from('1'))
    const slot = cache.get('a')
    expect(slot?.isVerified).toBe(false)
    if (slot !== undefined) slot.isVerified = true
    expect(cache.get('a')?.isVerified).toBe(true)
    cache.refresh('a', Buffer.from('2'))
    expect(cache.get('a')?.isVerified).toBe(false)
  })

  it('does not cache large values, and removes the small one that they replace', () => {
    const cache = new RowCache(1_000_000)
    cache.fill('a', Buffer.from('1'))
    cache.refresh('a', Buffer.alloc(engineLimits.ROW_CACHE_ENTRY_BYTES_MAX + 1))
    expect(cache.get('a')).toBeUndefined()
    cache.fill('a', Buffer.alloc(engineLimits.ROW_CACHE_ENTRY_BYTES_MAX))
    expect(cache.get('a')).toBeDefined()
  })

  it('removes a range with an inclusive start and an exclusive end', () => {
    const cache = new RowCache(10_000)
    for (const name of ['a', 'b', 'b\u00ff', 'c']) cache.fill(name, undefined)
    cache.deleteRange('b', 'c')
    const kept = ['a', 'b', 'b\u00ff', 'c'].filter((name) => cache.get(name) !== undefined)
    expect(kept).toEqual(['a', 'c'])
  })
})
