import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { expectDefined } from '@rowhouse/platform'
import { manualClock, seededRandom, SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { KeyValueStore, StoreMutation } from '../../key-value-store.js'
import { openLsmStore } from '../lsm-store.js'
import { entriesIn } from '../testing/random-batches.js'

const KIB = 1024

async function openWith(letters: string): Promise<KeyValueStore> {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: manualClock(),
    cacheBytes: 64 * KIB,
    memtableBytes: 512 * KIB,
    tableBytes: 8 * KIB,
    wait: () => letOthersGoFirst(),
  })
  const random = seededRandom(1)
  for (const letter of letters) {
    const batch = Array.from({ length: 100 }, (_, at): StoreMutation => {
      const value = Buffer.from(random.bytes(100).toString('hex'))
      return { kind: 'put', key: Buffer.from(`${letter} ${100 + at}`), value }
    })
    await store.apply(batch)
  }
  await store.flush()
  return store
}

const bytesOf = async (store: KeyValueStore): Promise<number> =>
  expectDefined((await store.figures())['store_bytes'], 'the bytes of the store')

test.each([
  ['b', 'c', 2],
  ['a', 'c', 1],
  ['a 150', 'c 150', 1],
])(
  'what is deleted from %s to %s leaves the disk without another write',
  async (start, end, left) => {
    const store = await openWith('abc')
    const before = await bytesOf(store)
    await store.apply([{ kind: 'deleteRange', start: Buffer.from(start), end: Buffer.from(end) }])
    await expect.poll(() => bytesOf(store)).toBeLessThan(before * (left / 3 + 0.07))
    expect(await entriesIn(store)).toHaveLength(100 * left)
    await store.verify?.()
    await store.close()
  },
)

test('a table of which little is deleted stays', async () => {
  const store = await openWith('abc')
  const { store_merged_bytes: merged } = await store.figures()
  const [start, end] = [Buffer.from('b 105'), Buffer.from('b 106')]
  await store.apply([{ kind: 'deleteRange', start, end }])
  await expect.poll(async () => (await store.figures())['store_runs']).toBe(2)
  for (let turn = 0; turn < 50; turn++) await letOthersGoFirst()
  expect((await store.figures())['store_merged_bytes']).toBe(merged)
  expect(await entriesIn(store)).toHaveLength(299)
  await store.close()
})
