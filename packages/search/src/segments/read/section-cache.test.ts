import { expect, it } from 'vitest'
import { SectionCache } from './section-cache.js'

const fill = (cache: SectionCache, key: string, bytes: number): number => {
  let loads = 0
  cache.get(key, () => {
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

it('lets go of a segment', () => {
  const cache = new SectionCache(100)
  fill(cache, 'one/a', 10)
  fill(cache, 'two/a', 20)
  cache.drop('one/')
  expect(cache.figures).toMatchObject({ bytes: 20, sections: 1 })
})
