import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { engineLimits } from '../limits.js'
import { LogTrimmedError } from '../log/log-errors.js'
import type { PartitionStore } from '../partitions/partition-store.js'
import { alteredStore } from '../testing/altered-store.js'
import { manualClock } from '@rowhouse/platform/testing'
import { openMemoryStore } from '../testing/index.js'
import { commit, puts } from '../testing/partition-store-calls.js'
import { type ChangeFeed, type Follower, createChangeFeed } from './change-feed.js'

const write = (store: PartitionStore, table: number, value: string): Promise<unknown> =>
  commit(store, { table, mutations: puts({ a: value }) })

/** The changes that a follower gets until it has seen all that is visible now. */
const follow = async (store: PartitionStore, follower: Follower): Promise<string[]> => {
  const end = store.visibleEnd
  const values: string[] = []
  while (follower.position < end) {
    const batch = await follower.next()
    expect(batch?.end).toBe(follower.position)
    for (const { mutations } of batch?.commits ?? []) values.push(String(mutations[0]?.value))
  }
  return values
}

const opened = async (): Promise<{ store: PartitionStore; feed: ChangeFeed }> => {
  const store = await openMemoryStore()
  return { store, feed: createChangeFeed(store, manualClock()) }
}

describe('a feed of changes', () => {
  test('gives a follower the commits to its table, from its position on', async () => {
    const { store, feed } = await opened()
    await write(store, 1, 'one')
    const from = store.visibleEnd
    await write(store, 1, 'two')
    await write(store, 2, 'other')
    const follower = feed.follow(1, from)
    expect(await follow(store, follower)).toEqual(['two'])
    const next = follower.next()
    await write(store, 1, 'three')
    const batch = await next
    expect(batch?.commits.map(({ mutations }) => String(mutations[0]?.value))).toEqual(['three'])
    expect(batch?.end).toBe(store.visibleEnd)
    await feed.close()
  })

  test('moves a follower on when its table has no changes', async () => {
    const { store, feed } = await opened()
    const follower = feed.follow(7, 0)
    const next = follower.next()
    await write(store, 1, 'x')
    expect(await next).toEqual({ commits: [], end: store.visibleEnd })
    await feed.close()
  })

  test('gives every follower everything once and in order, whenever and however fast it asks', async () => {
    const followers = fc.array(
      fc.record({
        table: fc.integer({ min: 1, max: 3 }),
        from: fc.nat({ max: 40 }),
        lazy: fc.nat({ max: 3 }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    const sizes = fc.array(fc.constantFrom(1, 100, engineLimits.FEED_BATCH_BYTES), {
      minLength: 1,
      maxLength: 40,
    })
    await fc.assert(
      fc.asyncProperty(followers, sizes, async (plans, bytes) => {
        const { store, feed } = await opened()
        const written: { table: number; value: string; end: number }[] = []
        const seen = plans.map((): string[] => [])
        const running: Promise<void>[] = []
        const starts = plans.map(() => 0)
        const run = async (index: number, follower: Follower, lazy: number): Promise<void> => {
          for (
            let batch = await follower.next();
            batch !== undefined;
            batch = await follower.next()
          ) {
            for (const { mutations } of batch.commits) {
              seen[index]?.push(String(mutations[0]?.value).trimEnd())
            }
            for (let i = 0; i < lazy; i++) await new Promise((resolve) => setImmediate(resolve))
          }
        }
        const open: Follower[] = []
        for (const [step, size] of bytes.entries()) {
          for (const [index, { table, from, lazy }] of plans.entries()) {
            if (Math.min(from, bytes.length - 1) !== step) continue
            starts[index] = step % 2 === 0 ? 0 : store.visibleEnd
            const follower = feed.follow(table, starts[index] ?? 0)
            open.push(follower)
            running.push(run(index, follower, lazy))
          }
          const table = (step % 3) + 1
          await write(store, table, String(step).padEnd(size))
          written.push({ table, value: String(step), end: store.visibleEnd })
        }
        const last = feed.follow(1, 0)
        await follow(store, last)
        while (open.some(({ position }) => position < store.visibleEnd)) {
          await new Promise((resolve) => setTimeout(resolve, 1))
        }
        await feed.close()
        await Promise.all(running)
        for (const [index, { table }] of plans.entries()) {
          const expected = written.filter(
            (commit) => commit.table === table && commit.end > (starts[index] ?? 0),
          )
          expect(seen[index]).toEqual(expected.map(({ value }) => value))
        }
      }),
      { numRuns: 40 },
    )
  })

  test('reads once for all followers at one position', async () => {
    const store = await openMemoryStore()
    let readings = 0
    const counted = alteredStore(store, {
      changes: (from) => {
        readings++
        return store.changes(from)
      },
    })
    for (let i = 0; i < 5; i++) await write(store, 1, `${i}`)
    const feed = createChangeFeed(counted, manualClock())
    const followers = Array.from({ length: 10 }, () => feed.follow(1, 0))
    const seen = await Promise.all(followers.map((follower) => follow(store, follower)))
    expect(new Set(seen.map(String))).toEqual(new Set(['0,1,2,3,4']))
    expect(readings).toBe(1)
    await feed.close()
  })

  test('reports the lag to a follower that lags too far, and only to that one', async () => {
    const { store, feed } = await opened()
    for (const value of ['1', '2', '3']) await write(store, 1, value)
    const middle = store.visibleEnd
    await write(store, 1, '4')
    const lagging = feed.follow(1, 0)
    const close = feed.follow(1, middle)
    await store.setCursor('close', middle)
    await commit(store, { mutations: puts({ b: '5' }) })
    // Closing makes a checkpoint, so that only the cursor holds the log.
    await store.close()
    await expect(lagging.next()).rejects.toThrow(LogTrimmedError)
    expect(await follow(store, close)).toEqual(['4', '5'])
    await feed.close()
  })

  test('rejects with the error of the log, and goes on once the log is repaired', async () => {
    const store = await openMemoryStore()
    await write(store, 1, 'x')
    const wrong = new Error('unreadable')
    let failures = 1
    const failing = alteredStore(store, {
      changes: (from) => {
        if (failures-- > 0) throw wrong
        return store.changes(from)
      },
    })
    const feed = createChangeFeed(failing, manualClock())
    const follower = feed.follow(1, 0)
    await expect(follower.next()).rejects.toBe(wrong)
    expect(follower.position).toBe(0)
    expect(await follow(store, follower)).toEqual(['x'])
    await feed.close()
  })

  test('ends for closed followers, and then removes its listener', async () => {
    const store = await openMemoryStore()
    let listeners = 0
    const counted = alteredStore(store, {
      onVisible: (listener) => {
        listeners++
        const stop = store.onVisible(listener)
        return () => {
          listeners--
          stop()
        }
      },
    })
    const feed = createChangeFeed(counted, manualClock())
    const [first, second] = [feed.follow(1, 0), feed.follow(2, 0)]
    const waiting = [first.next(), second.next()]
    expect(listeners).toBe(1)
    first.close()
    expect(await waiting[0]).toBeUndefined()
    expect(listeners).toBe(1)
    await feed.close()
    expect(await waiting[1]).toBeUndefined()
    expect(await second.next()).toBeUndefined()
    expect(listeners).toBe(0)
  })
})
