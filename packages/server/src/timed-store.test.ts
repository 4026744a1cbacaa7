import { alteredStore, openMemoryStore } from '@rowhouse/engine/testing'
import { systemClock } from '@rowhouse/platform'
import { expect, test } from 'vitest'
import { Stages } from './stages.js'
import { TimedStore } from './timed-store.js'

test('answers reads of memory at once, as the store that it times does', async () => {
  const store = await openMemoryStore()
  const timed = new TimedStore(store, new Stages(systemClock))
  const key = Buffer.from('key')
  expect(timed.readAtOnce(1, key, key)).toEqual(store.readAtOnce?.(1, key, key))
  expect(timed.readAtOnce(1, key, key)).toBeDefined()
  await store.close()
})

test('times commits that are encoded already, where the store takes them', async () => {
  const store = await openMemoryStore()
  const stages = new Stages(systemClock)
  let settle = (): void => {}
  const outcome = new Promise<'committed'>((resolve) => {
    settle = () => resolve('committed')
  })
  const slow = alteredStore(store, { commitWritten: () => outcome })
  const committed = new TimedStore(slow, stages).commitWritten?.(Buffer.alloc(0))
  expect(stages.stage).toBe('fsync')
  settle()
  expect(await committed).toBe('committed')
  expect(stages.stage).toBe('engine')
  expect(new TimedStore(alteredStore(store, {}), stages).commitWritten).toBeUndefined()
  await store.close()
})
