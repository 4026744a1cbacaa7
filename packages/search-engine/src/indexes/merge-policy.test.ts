import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchEngineLimits } from '../limits.js'
import { type MergeCandidate, chooseMerge, countUnmerged } from './merge-policy.js'

/** The bytes of each document. */
const BYTES = 100
const UNBOUND = {
  bytesMax: Number.POSITIVE_INFINITY,
  factor: searchEngineLimits.SEARCH_MERGE_FACTOR,
  readBytesMax: Number.POSITIVE_INFINITY,
}

const FREE: ReadonlySet<number> = new Set()
const segment = (id: number, live: number, deleted = 0): MergeCandidate => ({
  id,
  documents: live + deleted,
  live,
  bytes: (live + deleted) * BYTES,
})

describe('which segments are merged', () => {
  test('a full tier of segments of similar size', () => {
    const small = Array.from({ length: searchEngineLimits.SEARCH_MERGE_FACTOR }, (_, id) =>
      segment(id, 500),
    )
    expect(chooseMerge(small, FREE, UNBOUND)).toHaveLength(searchEngineLimits.SEARCH_MERGE_FACTOR)
    expect(chooseMerge(small.slice(1), FREE, UNBOUND)).toEqual([])
    expect(chooseMerge(small, new Set([0]), UNBOUND)).toEqual([])
  })

  test('a segment with mostly deleted documents, by itself', () => {
    expect(chooseMerge([segment(1, 100_000, 300_000), segment(2, 50_000)], FREE, UNBOUND)).toEqual([
      1,
    ])
    expect(chooseMerge([segment(1, 100_000, 300_000)], new Set([1]), UNBOUND)).toEqual([])
  })

  test('as many as fit the bound, once they fill it, and no large ones', () => {
    const bytesMax = searchEngineLimits.SEARCH_MERGE_BYTES_MIN * 2
    const bounds = { ...UNBOUND, bytesMax }
    const quarter = bytesMax / 4 / BYTES
    const quarters = Array.from({ length: 5 }, (_, id) => segment(id, quarter))
    expect(chooseMerge(quarters.slice(1), FREE, bounds)).toEqual([])
    expect(chooseMerge(quarters, FREE, bounds)).toHaveLength(4)
    const large = Array.from({ length: 20 }, (_, id) => segment(id, quarter * 2 + 1))
    expect(chooseMerge(large, FREE, bounds)).toEqual([])
  })

  test('only small ones during a large merge', () => {
    const many = Array.from({ length: searchEngineLimits.SEARCH_MERGE_FACTOR }, (_, id) => id)
    const large = many.map((id) => segment(id, 50_000))
    const small = many.map((id) => segment(id + many.length, 500))
    const bounds = { ...UNBOUND, readBytesMax: 4_000 * BYTES }
    expect(chooseMerge(large, FREE, UNBOUND)).toEqual(many)
    expect(chooseMerge(large, FREE, bounds)).toEqual([])
    expect(chooseMerge([segment(1, 10_000, 30_000)], FREE, bounds)).toEqual([])
    expect(chooseMerge([...large, ...small], FREE, bounds)).toEqual(small.map(({ id }) => id))
  })

  test('full segments do not count as unmerged until enough of them is deleted', () => {
    const bytesMax = searchEngineLimits.SEARCH_MERGE_BYTES_MIN * 2
    const half = bytesMax / 2 / BYTES
    const large = Array.from({ length: 100 }, (_, id) => segment(id, half + 1))
    const small = [segment(101, half), segment(102, 1), segment(103, half, half)]
    expect(countUnmerged([...large, ...small], bytesMax)).toBe(small.length)
    expect(countUnmerged([...large, ...small], bytesMax * 2)).toBe(large.length + small.length)
    expect(countUnmerged(large.slice(1), 0)).toBe(0)
  })

  test('small ones with any bound', () => {
    const small = Array.from({ length: searchEngineLimits.SEARCH_MERGE_FACTOR }, (_, id) =>
      segment(id, 500),
    )
    expect(chooseMerge(small, FREE, { ...UNBOUND, bytesMax: 0 })).toHaveLength(
      searchEngineLimits.SEARCH_MERGE_FACTOR,
    )
  })

  test('a feed of equal segments rewrites each document about once per tier, and leaves few', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 100, max: 5000 }),
        (n, size) => {
          let segments: MergeCandidate[] = []
          let rewritten = 0
          for (let id = 0; id < n; id++) {
            segments.push(segment(id, size))
            for (let chosen = chooseMerge(segments, FREE, UNBOUND); chosen.length > 0; ) {
              const merged = segments.filter((one) => chosen.includes(one.id))
              const live = merged.reduce((sum, one) => sum + one.live, 0)
              rewritten += live
              segments = segments.filter((one) => !chosen.includes(one.id))
              segments.push(segment(id * 1000 + rewritten, live))
              chosen = chooseMerge(segments, FREE, UNBOUND)
            }
          }
          const tiers = 2 + Math.log(n * size) / Math.log(searchEngineLimits.SEARCH_MERGE_FACTOR)
          expect(rewritten).toBeLessThanOrEqual(n * size * tiers)
          expect(segments.length).toBeLessThanOrEqual(
            tiers * searchEngineLimits.SEARCH_MERGE_FACTOR,
          )
        },
      ),
    )
  })
})
