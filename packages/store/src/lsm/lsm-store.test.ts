import { systemClock } from '@rowhouse/platform'
import { SimulatedFiles } from '@rowhouse/platform/testing'
import { expect, test } from 'vitest'
import type { StoreMutation } from '../key-value-store.js'
import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import { openLsmStore } from './lsm-store.js'

const KIB = 1024

keyValueStoreSuite('the own store', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 256 * KIB,
  })
  return { store, dispose: () => store.close() }
})

keyValueStoreSuite('the own store with tiny memtables and tables', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 64 * KIB,
    memtableBytes: 4 * KIB,
    tableBytes: 8 * KIB,
  })
  return { store, dispose: () => store.close() }
})

test('gives the space of a deleted range back, also within a table, and keeps its neighbours', async () => {
  const store = await openLsmStore({
    files: new SimulatedFiles(),
    directory: '/store',
    clock: systemClock,
    cacheBytes: 256 * KIB,
    memtableBytes: 512 * KIB,
  })
  const name = (letter: string, number: number) =>
    Buffer.from(`${letter}${String(number).padStart(4, '0')}`)
  for (let round = 0; round < 3; round++) {
    const batch = ['a', 'b', 'c'].flatMap((letter) =>
      Array.from({ length: 100 }, (_, number): StoreMutation => {
        const value = Buffer.alloc(KIB, letter)
        return { kind: 'put', key: name(letter, 100 * round + number), value }
      }),
    )
    await store.apply(batch)
    await store.flush()
  }
  const [start, end] = [Buffer.from('b'), Buffer.from('c')]
  const before = (await store.figures())['store_bytes']
  await store.apply([{ kind: 'deleteRange', start, end }])
  await store.reclaim?.(start, end)
  const after = (await store.figures())['store_bytes']
  expect((after ?? 0) / (before ?? 0)).toBeLessThan(0.7)
  expect(await store.approximateSize(start, end)).toBeLessThan(64 * KIB)
  expect(await store.get(name('b', 7))).toBeUndefined()
  for (const letter of ['a', 'c'])
    expect(await store.get(name(letter, 207))).toEqual(Buffer.alloc(KIB, letter))
  await store.close()
})
