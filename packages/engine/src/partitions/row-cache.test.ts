import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { EntryHash } from './entry-hash.js'
import { RowCache } from './row-cache.js'

const { ROW_CACHE_ENTRY_BYTES_MAX } = engineLimits
const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const open = (capacity: number): RowCache => new RowCache(capacity, new EntryHash(1))

describe('the row cache', () => {
  it('never exceeds its capacity, and holds only the last value', () => {
    const step = fc.record({
      name: fc.integer({ min: 0, max: 60 }),
      size: fc.integer({ min: 0, max: 300 }),
      kind: fc.constantFrom('fill', 'refresh', 'get', 'delete', 'deleteRange', 'none'),
    })
    const capacity = fc.constantFrom(0, 100, 2000, 5000)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), capacity, (steps, bytesMax) => {
        const cache = open(bytesMax)
        const last = new Map<string, Buffer | undefined>()
        steps.forEach(({ name, size, kind }, nth) => {
          const key = bytes(`key ${name}`)
          const value = kind === 'none' ? undefined : Buffer.alloc(size, nth)
          const isCached = cache.get(key) !== undefined
          if (kind === 'delete') cache.delete(key)
          if (kind === 'deleteRange') cache.deleteRange(key, bytes(`key ${name}~`))
          if (kind === 'fill' || kind === 'none') cache.fill(key, value, true)
          if (kind === 'refresh') cache.refresh(key, value)
          if (kind === 'fill' || kind === 'none' || kind === 'refresh') last.set(String(key), value)
          const found = cache.get(key)
          if (found !== undefined) expect(found.value).toEqual(last.get(String(key)))
          if (kind.startsWith('delete')) expect(found).toBeUndefined()
          if (kind === 'refresh' && !isCached) expect(found).toBeUndefined()
          const figures = cache.figures()
          expect(figures['row_cache_bytes']).toBeLessThanOrEqual(bytesMax)
          expect(cache.isEmpty).toBe(figures['row_cache_rows'] === 0)
        })
        for (const [name, value] of last) {
          const found = cache.get(bytes(name))
          if (found !== undefined) expect(found.value).toEqual(value)
        }
      }),
    )
  })

  it('keeps rows that are read and evicts the others', () => {
    const cache = open(3000)
    cache.fill(bytes('hot'), Buffer.alloc(100), true)
    for (let i = 0; i < 1000; i++) {
      cache.fill(bytes(`cold ${i}`), Buffer.alloc(100), true)
      expect(cache.get(bytes('hot'))).toBeDefined()
    }
    expect(cache.get(bytes('cold 0'))).toBeUndefined()
    expect(cache.get(bytes('cold 999'))).toBeDefined()
  })

  it('makes room also when all of it is read', () => {
    const cache = open(3000)
    for (let i = 0; i < 1000; i++) {
      const key = bytes(`row ${i}`)
      cache.fill(key, Buffer.alloc(60, i), true)
      expect(cache.get(key)?.value).toEqual(Buffer.alloc(60, i))
    }
    expect(cache.figures()['row_cache_rows']).toBeGreaterThan(10)
  })

  it('keeps rows of 500 bytes with little beside them', () => {
    const rows = 1000
    const cache = open(rows * 600)
    for (let i = 0; i < rows; i++) cache.fill(bytes(`row ${i}`), Buffer.alloc(500), true)
    expect(cache.figures()['row_cache_rows']).toBe(rows)
  })

  it('lets writes replace cached rows but not add any', () => {
    const cache = open(3000)
    cache.refresh(bytes('a'), bytes('1'))
    expect(cache.get(bytes('a'))).toBeUndefined()
    cache.fill(bytes('a'), undefined, true)
    cache.refresh(bytes('a'), bytes('2'))
    expect(String(cache.get(bytes('a'))?.value)).toBe('2')
  })

  it('keeps and gives copies', () => {
    const cache = open(3000)
    const key = bytes('a')
    const value = bytes('first')
    cache.fill(key, value, true)
    value.write('other')
    key.write('b')
    const found = cache.get(bytes('a'))
    expect(String(found?.value)).toBe('first')
    cache.refresh(bytes('a'), bytes('third'))
    expect(String(found?.value)).toBe('first')
  })

  it('tells whether a value is verified; what a write has put is', () => {
    const cache = open(3000)
    cache.fill(bytes('a'), bytes('1'), false)
    expect(cache.get(bytes('a'))?.isVerified).toBe(false)
    cache.refresh(bytes('a'), bytes('2'))
    expect(cache.get(bytes('a'))?.isVerified).toBe(true)
    cache.fill(bytes('a'), bytes('3'), false)
    expect(cache.get(bytes('a'))?.isVerified).toBe(false)
  })

  it('does not cache large values, and removes the small one that they replace', () => {
    const cache = open(4_000_000)
    cache.fill(bytes('a'), bytes('1'), true)
    cache.refresh(bytes('a'), Buffer.alloc(ROW_CACHE_ENTRY_BYTES_MAX + 1))
    expect(cache.get(bytes('a'))).toBeUndefined()
    cache.fill(bytes('a'), Buffer.alloc(ROW_CACHE_ENTRY_BYTES_MAX), true)
    expect(cache.get(bytes('a'))).toBeDefined()
  })

  it('removes a range with an inclusive start and an exclusive end', () => {
    const cache = open(10_000)
    const names = ['a', 'b', 'b\u00ff', 'c']
    for (const name of names) cache.fill(bytes(name), undefined, true)
    cache.deleteRange(bytes('b'), bytes('c'))
    expect(names.filter((name) => cache.get(bytes(name)) !== undefined)).toEqual(['a', 'c'])
  })
})
