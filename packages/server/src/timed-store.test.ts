import { openMemoryStore } from '@rowhouse/engine/testing'
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
