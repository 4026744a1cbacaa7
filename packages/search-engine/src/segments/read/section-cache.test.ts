import { expect, it } from 'vitest'
import { SectionCache } from './section-cache.js'

const fill = (cache: SectionCache, name: string, bytes: number, owner = 'file'): number => {
  let loads = 0
  cache.get(owner, name, () => {
    loads++
    return new Uint8Array(bytes)
  })
  return loads
}

it('keeps sections that fit into its budget, and the earlier ones', () => {
  const cache = new SectionCache(100)
  expect(fill(cache, 'a', 40)).toBe(1)
  expect(fill(cache, 'b', 40)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
  expect(fill(cache, 'c', 40)).toBe(1)
  const figures = { budget: 100, bytes: 80, sections: 2, hits: 1, loads: 3, loadedBytes: 120 }
  expect(cache.figures).toEqual(figures)
  expect(fill(cache, 'a', 40) + fill(cache, 'b', 40)).toBe(0)
})

it('loads only the part of a cyclic access that does not fit', () => {
  const cache = new SectionCache(1_000)
  const round = (): void => {
    for (let name = 0; name < 150; name++) {
      cache.nextTurn()
      fill(cache, String(name), 10)
    }
    expect(cache.figures.bytes).toBeLessThanOrEqual(1_000)
  }
  for (let rounds = 0; rounds < 20; rounds++) round()
  const before = cache.figures.loads
  for (let rounds = 0; rounds < 20; rounds++) round()
  // A part of the room is used for sections that are not worth it.
  expect(cache.figures.loads - before).toBeLessThan(20 * 65)
  expect(cache.notices.evictions).toBeGreaterThanOrEqual(cache.figures.loads - 100)
})

it('evicts sections that no search has used lately', () => {
  const cache = new SectionCache(1_000)
  const search = (names: string): void => {
    cache.nextTurn()
    for (let name = 0; name < 100; name++) fill(cache, `${names} ${name}`, 10)
  }
  for (let turn = 0; turn < 20; turn++) search('old')
  for (let turn = 0; turn < 300; turn++) search('new')
  const before = cache.figures.loads
  search('new')
  expect(cache.figures.loads - before).toBeLessThan(10)
})

it('evicts some unused sections, not all of the oldest ones', () => {
  const cache = new SectionCache(1_000)
  for (let name = 0; name < 100; name++) {
    for (let turn = 0; turn < 3; turn++) {
      cache.nextTurn()
      fill(cache, `old ${name}`, 10)
      // A section that does not fit makes time pass in the cache.
      fill(cache, 'too large', 2_000)
    }
  }
  for (let turn = 0; turn < 30; turn++) {
    cache.nextTurn()
    for (let name = 0; name < 30; name++) fill(cache, `new ${name}`, 10)
  }
  const isThere = (name: string): boolean => cache.find('file', name, 'all') !== undefined
  const left = Array.from({ length: 30 }, (_, name) => isThere(`old ${name}`)).filter(Boolean)
  expect(left.length).toBeGreaterThan(12)
  expect(isThere('new 0') && isThere('new 29')).toBe(true)
})

it('prefers sections that searches read as a whole to those that they read parts of', () => {
  const cache = new SectionCache(1_000, true)
  const load = (): Uint8Array => new Uint8Array(500)
  for (const name of ['a', 'b']) cache.get('parts', name, load, 'parts')
  for (let turn = 0; turn < 20; turn++) {
    cache.nextTurn()
    for (const name of ['a', 'b']) {
      cache.find('parts', name, 'parts')
      cache.get('all', name, load)
    }
  }
  expect(cache.bytesOf('all')).toBe(1_000)
  expect(cache.bytesOf('parts')).toBe(0)
})

it('evicts pieces that were read once before sections that are used again', () => {
  const cache = new SectionCache(1_000, true)
  for (let turn = 0; turn < 500; turn++) {
    cache.nextTurn()
    for (let name = 0; name < 8; name++) fill(cache, String(name), 100)
    const piece = { index: turn, count: 10_000 }
    expect(cache.findPiece('file', 'large', piece)).toBeUndefined()
    cache.loadPiece('file', 'large', turn, () => new Uint8Array(20))
  }
  // Random choices of victims rarely hit only sections that are used more.
  expect(cache.figures.loads).toBeLessThan(500 + 8 + 8)
  expect(cache.figures.bytes).toBeLessThanOrEqual(1_000)
})

it('returns a section larger than the budget without caching it', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 40)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
})

it('loads nothing for a search that is out of time, but returns cached sections', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 40)
  const check = (): never => {
    throw new Error('the time is up')
  }
  expect(cache.inTime(check, () => fill(cache, 'a', 40))).toBe(0)
  expect(() => cache.inTime(check, () => fill(cache, 'b', 40))).toThrow('the time is up')
  expect(cache.figures).toMatchObject({ bytes: 40, loads: 1 })
  expect(fill(cache, 'b', 40)).toBe(1)
})

it('drops the sections of one file, and counts those of each', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 10, 'x/one')
  fill(cache, 'b', 20, 'x/one')
  fill(cache, 'a', 30, 'x/two')
  expect(cache.bytesOf('x/one')).toBe(30)
  expect(cache.bytesBelow('x/')).toBe(60)
  fill(cache, 'c', 40, 'y/one')
  cache.drop('x/one')
  expect(cache.bytesOf('x/one')).toBe(0)
  expect(cache.bytesBelow('x/')).toBe(30)
  expect(cache.figures).toMatchObject({ bytes: 70, sections: 2 })
  expect(fill(cache, 'a', 30, 'x/two') + fill(cache, 'c', 40, 'y/one')).toBe(0)
})
