import { expect, test } from 'vitest'
import { DerivedSections } from './derived-sections.js'
import { SectionCache } from './section-cache.js'

const FILE = '1.segment'

function counted(length: number) {
  let times = 0
  return {
    make: () => {
      times += 1
      return new Uint8Array(length)
    },
    times: () => times,
  }
}

test('a derived section is cached and counted, and removed when the segment is closed', () => {
  const cache = new SectionCache(1000)
  const derived = new DerivedSections(cache, FILE)
  const { make, times } = counted(100)
  expect(derived.find('a')).toBeUndefined()
  const made = derived.get('a', make)
  expect(derived.get('a', make)).toBe(made)
  expect(derived.find('a')).toBe(made)
  expect(times()).toBe(1)
  expect([derived.bytes, cache.figures.bytes]).toEqual([100, 100])
  derived.close()
  expect([derived.bytes, cache.figures.bytes]).toEqual([0, 0])
  expect(derived.find('a')).toBeUndefined()
})

test('a section that never fits is made less and less often', () => {
  const derived = new DerivedSections(new SectionCache(10), FILE)
  const { make, times } = counted(100)
  for (let question = 0; question < 63; question++) derived.get('a', make)
  expect(times()).toBe(6)
})

test('a renewed section replaces the old one', () => {
  const cache = new SectionCache(1000)
  const derived = new DerivedSections(cache, FILE)
  const before = derived.get('a', counted(100).make)
  const { make } = counted(60)
  expect(derived.renew('a', make)).toBeUndefined()
  expect(derived.find('a')).toBe(before)
  const after = derived.renew('a', make)
  expect(derived.find('a')).toBe(after)
  expect(cache.figures.bytes).toBe(60)
})

test('the number of cached names is bounded, however small they are', () => {
  const cache = new SectionCache(1_000_000)
  const derived = new DerivedSections(cache, FILE)
  const { make } = counted(1)
  for (let name = 0; name < 5_000; name++) {
    derived.get(String(name), make)
    expect(derived.get(String(name), make)).toBeDefined()
  }
  expect(cache.figures.sections).toBe(256)
  expect(derived.find('4999')).toBeDefined()
  derived.close()
  expect(cache.figures).toMatchObject({ bytes: 0, sections: 0 })
})

test('a section is not cached when the search times out while it is made', () => {
  const cache = new SectionCache(1000)
  const derived = new DerivedSections(cache, FILE)
  let looks = 0
  const check = (): void => {
    looks += 1
    if (looks > 2) throw new Error('no time')
  }
  const make = (checkTime: () => void): Uint8Array => {
    for (let step = 0; step < 5; step++) checkTime()
    return new Uint8Array(100)
  }
  expect(() => cache.inTime(check, () => derived.get('a', make))).toThrow('no time')
  expect(looks).toBe(3)
  expect([derived.find('a'), cache.figures.bytes]).toEqual([undefined, 0])
  // Outside of a search there is no time-out.
  derived.get('a', make)
  expect(derived.get('a', make)?.length).toBe(100)
})
