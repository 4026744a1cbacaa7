import { describe, expect, it } from 'vitest'
import { engineLimits } from '../limits.js'
import { createPartitionLocks } from './partition-locks.js'

const bytes = (text: string): Buffer => Buffer.from(text)

describe('partition locks', () => {
  it('grants a free lock at once, and a released one again', () => {
    const locks = createPartitionLocks()
    expect(locks.acquire(1, bytes('a'))).toBeUndefined()
    locks.release(1, bytes('a'))
    expect(locks.acquire(1, bytes('a'))).toBeUndefined()
  })

  it('locks different values, and the same value of different tables, independently', () => {
    const locks = createPartitionLocks()
    expect(locks.acquire(1, bytes('a'))).toBeUndefined()
    expect(locks.acquire(1, bytes('b'))).toBeUndefined()
    expect(locks.acquire(2, bytes('a'))).toBeUndefined()
    expect(locks.acquire(0x01_00_00_00, bytes('a'))).toBeUndefined()
  })

  it('serves waiters in their order, one at a time', async () => {
    const locks = createPartitionLocks()
    const order: number[] = []
    void locks.acquire(1, bytes('a'))
    const waiting = [1, 2, 3].map(async (number) => {
      await locks.acquire(1, bytes('a'))
      order.push(number)
    })
    for (let served = 0; served < 3; served++) {
      locks.release(1, bytes('a'))
      await waiting[served]
      expect(order).toHaveLength(served + 1)
    }
    expect(order).toEqual([1, 2, 3])
    locks.release(1, bytes('a'))
    expect(locks.acquire(1, bytes('a'))).toBeUndefined()
  })

  it('refuses with "Server is busy." past the bound on waiters, and goes on working', async () => {
    const locks = createPartitionLocks()
    void locks.acquire(1, bytes('a'))
    const waiting: (Promise<void> | undefined)[] = []
    for (let i = 0; i < engineLimits.LOCK_WAITERS_PER_PARTITION; i++) {
      waiting.push(locks.acquire(1, bytes('a')))
    }
    await expect(locks.acquire(1, bytes('a'))).rejects.toMatchObject({ code: 'OTSServerBusy' })
    locks.release(1, bytes('a'))
    await waiting[0]
    expect(locks.acquire(1, bytes('a'))).toBeInstanceOf(Promise)
  })

  it('refuses to release a lock that is not held', () => {
    expect(() => createPartitionLocks().release(1, bytes('a'))).toThrow('nobody holds')
  })
})
