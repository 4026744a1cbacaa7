import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartitionHeads } from './partition-heads.js'

describe('partition heads', () => {
  it('answer the floor for what they do not know', () => {
    const heads = new PartitionHeads(100, 4)
    expect(heads.of('a')).toBe(100)
    heads.set('a', 101, undefined)
    expect(heads.of('a')).toBe(101)
    expect(heads.of('b')).toBe(100)
  })

  it('are bounded, and never answer less than the last head', () => {
    const commits = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 })
    fc.assert(
      fc.property(commits, (partitions) => {
        const heads = new PartitionHeads(0, 8)
        const exact = new Map<string, number>()
        partitions.forEach((partition, index) => {
          heads.set(String(partition), index + 1, undefined)
          exact.set(String(partition), index + 1)
          expect(heads.size).toBeLessThanOrEqual(8)
          for (const [name, head] of exact) expect(heads.of(name)).toBeGreaterThanOrEqual(head)
          expect(heads.of(String(partition))).toBe(index + 1)
        })
      }),
    )
  })

  it('never answer less than before', () => {
    const heads = new PartitionHeads(0, 8)
    let last = 0
    for (let head = 1; head < 100; head++) {
      heads.set(`p${head}`, head, undefined)
      expect(heads.of('never')).toBeGreaterThanOrEqual(last)
      last = heads.of('never')
    }
    expect(last).toBeGreaterThan(80)
  })

  it('know the token of the last commit only', () => {
    const heads = new PartitionHeads(0, 8)
    heads.set('a', 1, 'token')
    expect(heads.tokenOf('a')).toBe('token')
    for (let head = 2; head < 5; head++) heads.set(`p${head}`, head, undefined)
    expect(heads.tokenOf('a')).toBe('token')
    heads.set('a', 6, undefined)
    expect(heads.tokenOf('a')).toBeUndefined()
  })
})
