import { describe, expect, it, vi } from 'vitest'
import { searchEngineLimits } from '../../limits.js'
import { SectionCache } from '../../segments/read/section-cache.js'
import { type ThreadMemory, SearchingMemory, threadMemory } from './searching-memory.js'

const MB = 1_048_576
const BUDGET = 800 * MB
/** The garbage that is allowed beside the budget. */
const GARBAGE = 128 * MB

/** A thread whose sections, memory held by searches, and garbage are counted separately. */
function thread() {
  const cache = { budget: BUDGET, bytes: 0, allowed: BUDGET }
  const state = { code: 20 * MB, held: 0, garbage: 0, collections: 0, now: 0 }
  const memory: ThreadMemory = {
    bytes: () => state.code + cache.bytes + state.held + state.garbage,
    collect: () => {
      state.collections += 1
      state.garbage = 0
    },
  }
  const searching = new SearchingMemory(
    {
      figures: cache,
      allow: (bytes) => {
        cache.allowed = bytes
        if (cache.bytes <= bytes) return
        // Evicted sections are garbage from here on.
        state.garbage += cache.bytes - bytes
        cache.bytes = bytes
      },
    },
    memory,
  )
  const look = (): void => {
    state.now += searchEngineLimits.SEARCH_MEMORY_LOOK_MS
    searching.look(state.now)
  }
  return { cache, state, memory, look }
}

describe('memory of a query thread', () => {
  it('gives all of the budget to sections at first, and does not count the heap of the code', () => {
    const { cache, look } = thread()
    expect(cache.allowed).toBe(BUDGET)
    look()
    expect(cache.allowed).toBe(BUDGET)
  })

  it('reduces the sections by the memory that searches hold, and gives it back later', () => {
    const { cache, state, look } = thread()
    cache.bytes = BUDGET
    look()
    state.held = 200 * MB
    for (let looks = 0; looks < 6; looks += 1) look()
    expect(cache.allowed).toBe(BUDGET - (200 * MB - GARBAGE))
    expect(cache.bytes + state.held).toBeLessThanOrEqual(BUDGET + GARBAGE)
    state.held = 0
    look()
    expect(cache.allowed).toBe(BUDGET)
  })

  it('keeps sections while collected garbage is not freed yet', () => {
    const { cache, state, memory, look } = thread()
    look()
    state.garbage = GARBAGE + 1
    look()
    expect(state.collections).toBe(1)
    // Another thread frees the memory later.
    state.garbage = GARBAGE + 1
    look()
    look()
    expect(cache.allowed).toBe(BUDGET)
    state.garbage = 0
    look()
    expect(cache.allowed).toBe(BUDGET)
    expect(memory.bytes()).toBe(state.code)
  })

  it('leaves at least half of the budget to sections, whatever searches hold', () => {
    const { cache, state, look } = thread()
    state.held = 2 * BUDGET
    for (let looks = 0; looks < 4; looks += 1) look()
    expect(cache.allowed).toBe(BUDGET / 2)
    expect(state.collections).toBeLessThanOrEqual(1)
  })

  it('collects garbage past its bound, and does not reduce sections for it', () => {
    const { cache, state, look } = thread()
    look()
    state.garbage = GARBAGE
    look()
    expect(state.collections).toBe(0)
    state.garbage = GARBAGE + 1
    look()
    expect(state.collections).toBe(1)
    look()
    expect(cache.allowed).toBe(BUDGET)
  })

  it('is bounded by its budget, its garbage and the growth between some checks', () => {
    const { cache, state, memory, look } = thread()
    let seed = 7
    const drawn = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % below
    }
    const step = 16 * MB
    for (let turn = 0; turn < 2_000; turn += 1) {
      cache.bytes = Math.min(cache.allowed, cache.bytes + drawn(step))
      state.garbage += drawn(step)
      state.held = Math.max(0, Math.min(300 * MB, state.held + drawn(2 * step) - step))
      look()
      // Three kinds of memory grow between two checks, and a collection takes effect some checks later.
      expect(memory.bytes() - state.code).toBeLessThanOrEqual(BUDGET + 2 * GARBAGE + 10 * step)
    }
    expect(state.collections).toBeGreaterThan(0)
    expect(state.collections).toBeLessThan(1_000)
  })

  it('is not measured more often than needed', () => {
    let asked = 0
    const memory: ThreadMemory = { bytes: () => (asked += 1), collect: () => undefined }
    const keeper = { figures: { budget: BUDGET, bytes: 0 }, allow: () => undefined }
    const searching = new SearchingMemory(keeper, memory)
    expect(asked).toBe(1)
    for (let now = 0; now < searchEngineLimits.SEARCH_MEMORY_LOOK_MS; now += 1) searching.look(now)
    expect(asked).toBe(2)
    searching.look(searchEngineLimits.SEARCH_MEMORY_LOOK_MS)
    expect(asked).toBe(3)
  })

  it('includes buffers that are held, until they are collected', async () => {
    const memory = threadMemory()
    const held = [new Uint8Array(100 * MB)]
    const all = memory.bytes()
    expect(all).toBeGreaterThan(100 * MB)
    held.length = 0
    // Another thread frees buffers later, including those of earlier tests.
    await vi.waitFor(
      () => {
        memory.collect()
        expect(all - memory.bytes()).toBeGreaterThan(90 * MB)
      },
      { timeout: 60_000 },
    )
  })

  it('makes the section cache shrink to its allowance, and grow again later', () => {
    const cache = new SectionCache(1_000)
    const load = (name: string): Uint8Array => cache.get('file', name, () => new Uint8Array(100))
    for (let section = 0; section < 10; section += 1) load(`${section}`)
    expect(cache.figures.bytes).toBe(1_000)
    cache.allow(450)
    expect(cache.figures).toMatchObject({ budget: 1_000, bytes: 400 })
    expect(cache.notices.evictions).toBeGreaterThan(0)
    expect(cache.hasRoom(51)).toBe(false)
    expect(load('another')).toHaveLength(100)
    expect(cache.figures.bytes).toBe(400)
    cache.allow(1_000)
    expect(cache.hasRoom(600)).toBe(true)
  })
})
