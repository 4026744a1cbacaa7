import { limits } from '@rowhouse/protocol'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MergeCandidate, chooseMerge } from './merge-policy.js'

const FREE: ReadonlySet<number> = new Set()
const segment = (id: number, live: number, deleted = 0): MergeCandidate => ({
  id,
  documents: live + deleted,
  live,
})

describe('which segments are merged', () => {
  test('as many of one size as make a tier', () => {
    const small = Array.from({ length: limits.SEARCH_MERGE_FACTOR }, (_, id) => segment(id, 500))
    expect(chooseMerge(small, FREE)).toHaveLength(limits.SEARCH_MERGE_FACTOR)
    expect(chooseMerge(small.slice(1), FREE)).toEqual([])
    expect(chooseMerge(small, new Set([0]))).toEqual([])
  })

  test('one that is mostly deleted, by itself', () => {
    expect(chooseMerge([segment(1, 100_000, 300_000), segment(2, 50_000)], FREE)).toEqual([1])
    expect(chooseMerge([segment(1, 100_000, 300_000)], new Set([1]))).toEqual([])
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
            for (let chosen = chooseMerge(segments, FREE); chosen.length > 0; ) {
              const merged = segments.filter((one) => chosen.includes(one.id))
              const live = merged.reduce((sum, one) => sum + one.live, 0)
              rewritten += live
              segments = segments.filter((one) => !chosen.includes(one.id))
              segments.push(segment(id * 1000 + rewritten, live))
              chosen = chooseMerge(segments, FREE)
            }
          }
          const tiers = 2 + Math.log(n * size) / Math.log(limits.SEARCH_MERGE_FACTOR)
          expect(rewritten).toBeLessThanOrEqual(n * size * tiers)
          expect(segments.length).toBeLessThanOrEqual(tiers * limits.SEARCH_MERGE_FACTOR)
        },
      ),
    )
  })
})
