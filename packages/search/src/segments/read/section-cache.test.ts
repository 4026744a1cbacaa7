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

it('keeps what was used last within its budget', () => {
  const cache = new SectionCache(100)
  expect(fill(cache, 'a', 40)).toBe(1)
  expect(fill(cache, 'b', 40)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
  expect(fill(cache, 'c', 40)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
  expect(fill(cache, 'b', 40)).toBe(1)
  const figures = { budget: 100, bytes: 80, sections: 2, hits: 2, loads: 4, loadedBytes: 160 }
  expect(cache.figures).toEqual(figures)
})

it('hands out what is larger than the budget and keeps the others', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 40)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'b', 101)).toBe(1)
  expect(fill(cache, 'a', 40)).toBe(0)
})

it('lets go of a file, and knows what each has', () => {
  const cache = new SectionCache(100)
  fill(cache, 'a', 10, 'x/one')
  fill(cache, 'b', 20, 'x/one')
  fill(cache, 'a', 30, 'x/two')
  expect(cache.bytesOf('x/one')).toBe(30)
  expect(cache.bytesBelow('x/')).toBe(60)
  fill(cache, 'c', 45, 'y/one')
  expect(cache.bytesOf('x/one')).toBe(20)
  cache.drop('x/two')
  expect(cache.bytesBelow('x/')).toBe(20)
  expect(cache.figures).toMatchObject({ bytes: 65, sections: 2 })
})
