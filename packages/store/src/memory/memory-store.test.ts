import { describe, expect, it } from 'vitest'
import { type Clock, platformLimits, WorkTurns } from '@rowhouse/platform'
import { storeLimits } from '../limits.js'
import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import type { KeyValueStore, StoreMutation } from '../key-value-store.js'
import { createMemoryStore } from './memory-store.js'
import { OrderedTree } from './ordered-tree.js'

const ENTRIES = 10_000
const LOWEST = Buffer.from('0')
const HIGHEST = Buffer.from('A')
/** Steps after which a turn's time is over, by a clock that goes on whenever it is looked at. */
const STEPS_PER_TURN = 5

keyValueStoreSuite('the memory store', async () => {
  const store = createMemoryStore()
  return { store, dispose: () => store.close() }
})

describe('the memory store', () => {
  it('lets others go first in the middle of a scan', async () => {
    const store = await openStore()
    const iterator = store.iterate({
      start: LOWEST,
      end: HIGHEST,
      reverse: false,
      batchEntries: 128,
    })
    let seen = 0
    const perTurn = await largestTurn(
      async () => {
        for (let batch = await iterator.next(); batch.length > 0; batch = await iterator.next())
          seen += batch.length
      },
      () => seen,
    )
    expect(seen).toBe(ENTRIES)
    expect(perTurn).toBeLessThanOrEqual(STEPS_PER_TURN * storeLimits.ITERATOR_BATCH_ENTRIES_MAX)
  })

  it('lets others go first in the middle of a batch, and shows none of it before all', async () => {
    const store = await openStore()
    const batch = numbers.map((number) => put(number, 'new'))
    const found = new Set<string>()
    let turns = 0
    let isDone = false
    const writing = store.apply(batch).then(() => {
      isDone = true
    })
    const later = store.apply([put(0, 'newest')])
    while (!isDone) {
      const values = await store.getMany([nameOf(0), nameOf(ENTRIES - 1)])
      found.add(values.map(String).join())
      turns++
      await new Promise(setImmediate)
    }
    await writing
    await later
    const steps = ENTRIES / storeLimits.MEMORY_STORE_STEP_ENTRIES
    expect(turns).toBeGreaterThanOrEqual(Math.floor(steps / STEPS_PER_TURN))
    expect([...found]).toEqual(['old,old'])
    expect(String(await store.get(nameOf(0)))).toBe('newest')
    expect(String(await store.get(nameOf(1)))).toBe('new')
  })

  it('lets others go first in the middle of many estimates', async () => {
    const store = await openStore()
    let done = 0
    const perTurn = await largestTurn(
      async () => {
        for (; done < 1000; done++) await store.approximateSize(nameOf(done), HIGHEST)
      },
      () => done,
    )
    expect(perTurn).toBeLessThanOrEqual(STEPS_PER_TURN)
  })

  it('copies no more at a stretch because values are large', async () => {
    const store = createMemoryStore(new OrderedTree(), new WorkTurns(steppingClock()))
    const value = Buffer.alloc(storeLimits.MEMORY_STORE_STEP_BYTES)
    let isDone = false
    const writing = store
      .apply(numbers.slice(0, 50).map((number) => ({ kind: 'put', key: nameOf(number), value })))
      .then(() => {
        isDone = true
      })
    let turns = 0
    for (; !isDone; turns++) await new Promise(setImmediate)
    await writing
    expect(turns).toBeGreaterThanOrEqual(50 / 2 / STEPS_PER_TURN)
  })
})

const numbers = Array.from({ length: ENTRIES }, (_, number) => number)

function nameOf(number: number): Buffer {
  return Buffer.from(String(number).padStart(8, '0'))
}

function put(number: number, value: string): StoreMutation {
  return { kind: 'put', key: nameOf(number), value: Buffer.from(value) }
}

async function openStore(): Promise<KeyValueStore> {
  const store = createMemoryStore(new OrderedTree(), new WorkTurns(steppingClock()))
  await store.apply(numbers.map((number) => put(number, 'old')))
  return store
}

function steppingClock(): Clock {
  let now = 0
  const step = platformLimits.TURN_MS_MAX / STEPS_PER_TURN
  return {
    now: () => now,
    monotonic: () => {
      now += step
      return now
    },
  }
}

/** How far a count goes in one turn of the event loop at the most, while the work goes on. */
async function largestTurn(work: () => Promise<void>, count: () => number): Promise<number> {
  let isDone = false
  let largest = 0
  let before = count()
  const working = work().then(() => {
    isDone = true
  })
  while (!isDone) {
    await new Promise(setImmediate)
    largest = Math.max(largest, count() - before)
    before = count()
  }
  await working
  return largest
}
