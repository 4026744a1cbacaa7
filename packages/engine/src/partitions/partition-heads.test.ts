import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { PartitionHeads } from './partition-heads.js'

describe('partition heads', () => {
  it('return the floor for unknown values', () => {
    const heads = new PartitionHeads(100, 4)
    expect(heads.of(5)).toBe(100)
    heads.set(5, 101)
    expect(heads.of(5)).toBe(101)
    expect(heads.of(6)).toBe(100)
  })

  it('are bounded, and never return less than the last head or than before', () => {
    const commits = fc.array(fc.integer({ min: -30, max: 30 }), { maxLength: 200 })
    fc.assert(
      fc.property(commits, (hashes) => {
        const heads = new PartitionHeads(0, 8)
        const answered = new Map<number, number>()
        for (const [index, hash] of hashes.entries()) {
          heads.set(hash, index + 1)
          answered.set(hash, index + 1)
          expect(heads.size).toBeLessThanOrEqual(8)
          for (const [other, before] of answered) {
            expect(heads.of(other)).toBeGreaterThanOrEqual(before)
            answered.set(other, heads.of(other))
          }
          expect(heads.of(hash)).toBe(index + 1)
        }
      }),
    )
  })

  it('know the token of the last commit only', () => {
    const heads = new PartitionHeads(0, 8)
    expect(heads.hasTokens).toBe(false)
    heads.setToken('a', 'token')
    expect(heads.hasTokens).toBe(true)
    expect(heads.tokenOf('a')).toBe('token')
    heads.setToken('a', 'another')
    expect(heads.tokenOf('a')).toBe('another')
    heads.forgetToken('a')
    expect(heads.tokenOf('a')).toBeUndefined()
  })

  it('remember a bounded number of the latest tokens', () => {
    const heads = new PartitionHeads(0, 8)
    for (let i = 0; i < engineLimits.COMMIT_TOKENS_MAX + 2; i++) heads.setToken(`p${i}`, 'token')
    expect(heads.tokenOf('p0')).toBeUndefined()
    expect(heads.tokenOf(`p${engineLimits.COMMIT_TOKENS_MAX + 1}`)).toBe('token')
    expect(heads.tokenOf(`p${engineLimits.COMMIT_TOKENS_MAX / 2 + 2}`)).toBe('token')
  })
})
