import { expect, test, vi } from 'vitest'
import { engineLimits } from '../limits.js'
import { openEngine } from '../open-engine.js'
import { manualClock } from '@rowhouse/platform/testing'
import { alteredStore, openMemoryStore } from '../testing/index.js'
import { byCity, caughtUp, createPeople, put, tableOf } from './testing/indexed-table.js'

test('the status has the number of rows that an index has followed, and its lag', async () => {
  let hold = Promise.resolve()
  const real = await openMemoryStore()
  const store = alteredStore(real, {
    commit: async (commit) => {
      const isIndex = commit.partition.equals(Buffer.of(0)) && commit.table > 1
      if (isIndex) await hold
      return real.commit(commit)
    },
  })
  const clock = manualClock()
  const engine = await openEngine({ store, clock })
  await createPeople(engine, [byCity])
  const status = () => {
    const found = engine.indexes.status(tableOf(engine, 'by_city'))
    if (found === undefined) throw new Error('it is not kept')
    return found
  }
  for (let id = 0; id < 3; id++) await put(engine, 'red', id, 'city="Rome"')
  await caughtUp(engine, 'by_city')
  // The index skips its own commits a little later.
  const isLevel = (followedRows: number): Promise<void> =>
    vi.waitFor(() => {
      expect(status()).toMatchObject({ phase: 'INCR', followedRows, lagBytes: 0, lagMs: 0 })
    }, 60_000)
  await isLevel(3)
  let release: () => void = () => {}
  hold = new Promise((resolve) => {
    release = resolve
  })
  // After a quiet time the first change moves the cursor at once.
  clock.advance(10_000)
  await put(engine, 'red', 4, 'city="Oslo"')
  await vi.waitFor(() => expect(status().followedRows).toBe(4), 60_000)
  clock.advance(7_000)
  expect(status().lagBytes).toBeGreaterThan(0)
  expect(status().lagMs).toBe(7_000 + engineLimits.VISIBLE_SAMPLE_MS)
  release()
  await caughtUp(engine, 'by_city')
  await isLevel(4)
  await engine.close()
})
