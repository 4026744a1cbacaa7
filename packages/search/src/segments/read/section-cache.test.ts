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

it('keeps what fits into its budget, the newest in any case', () => {
  const cache = new SectionCache(100)
  expect(fill(cache, 'a', 40)).toBe(1)
  expect(fill(cache, 'b', 40)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
  expect(fill(cache, 'c', 40)).toBe(1)
  expect(fill(cache, 'c', 40)).toBe(0)
  const figures = { budget: 100, bytes: 80, sections: 2, hits: 2, loads: 3, loadedBytes: 120 }
  expect(cache.figures).toEqual(figures)
  expect(fill(cache, 'a', 40) + fill(cache, 'b', 40)).toBeGreaterThan(0)
})

it('has most of what is asked for in turn and is a little more than fits', () => {
  const cache = new SectionCache(1_000)
  let told = 0
  cache.listeners.add(() => {
    told++
  })
  for (let round = 0; round < 50; round++) {
    for (let name = 0; name < 110; name++) fill(cache, String(name), 10)
    expect(cache.figures.bytes).toBeLessThanOrEqual(1_000)
  }
  const { hits, loads } = cache.figures
  expect(loads).toBeLessThan(hits / 2)
  expect(told).toBe(loads - 100)
})

it('lets go first of what no search has asked for lately', () => {
  const cache = new SectionCache(1_000)
  for (let name = 0; name < 100; name++) fill(cache, `old ${name}`, 10)
  for (let turn = 0; turn < 20; turn++) cache.nextTurn()
  for (let name = 0; name < 99; name++) fill(cache, `new ${name}`, 10)
  expect(fill(cache, 'old 99', 10)).toBe(0)
  for (let name = 0; name < 99; name++) expect(fill(cache, `new ${name}`, 10)).toBe(0)
})

it('hands out what is larger than the budget and keeps the others', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 40)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
})

it('reads nothing more for who has no time left, and has all that was read before', () => {
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

it('lets go of a file, and knows what each has', () => {
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
