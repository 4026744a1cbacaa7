import { describe, expect, it } from 'vitest'
import { keyValueStoreSuite } from '../testing/key-value-store-suite.js'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { openRocksDbStore } from './rocksdb-store.js'

keyValueStoreSuite('the RocksDB store', async () => {
  const folder = await temporaryFolder()
  const store = await openRocksDbStore({ path: folder.path })
  return {
    store,
    async dispose() {
      await store.close()
      await folder.remove()
    },
  }
})

describe('the RocksDB store on disk', () => {
  it('comes back with what was applied', async () => {
    const folder = await temporaryFolder()
    const first = await openRocksDbStore({ path: folder.path })
    await first.apply([{ kind: 'put', key: Buffer.from('a'), value: Buffer.from('1') }])
    await first.close()
    const second = await openRocksDbStore({ path: folder.path })
    expect(await second.get(Buffer.from('a'))).toEqual(Buffer.from('1'))
    await second.close()
    await folder.remove()
  })

  it('gives the space of a deleted range back when it is asked to, and no other', async () => {
    const folder = await temporaryFolder()
    const store = await openRocksDbStore({ path: folder.path })
    const value = Buffer.alloc(10_000, 7)
    const keyOf = (table: number, row: number) => Buffer.of(0, 0, 0, table, row)
    const fill = async (table: number): Promise<void> => {
      for (let row = 0; row < 100; row++)
        await store.apply([{ kind: 'put', key: keyOf(table, row), value }])
      await store.flush()
    }
    const bytes = async (): Promise<number> => (await store.figures())['store_bytes'] ?? 0
    await fill(200)
    await fill(201)
    const [start, end] = [keyOf(200, 0), keyOf(201, 0)]
    await store.apply([{ kind: 'deleteRange', start, end }])
    await store.flush()
    expect(await bytes()).toBeGreaterThan(1_900_000)
    await store.reclaim?.(start, end)
    expect(await bytes()).toBeLessThan(1_100_000)
    expect(await store.get(keyOf(201, 99))).toEqual(value)
    await store.close()
    await folder.remove()
  })

  it('refuses a folder that is open already', async () => {
    const folder = await temporaryFolder()
    const first = await openRocksDbStore({ path: folder.path })
    await expect(openRocksDbStore({ path: folder.path })).rejects.toThrow(/lock/i)
    await first.close()
    await folder.remove()
  })

  it('measures what it has in memory, unless the caller can do without', async () => {
    const folder = await temporaryFolder()
    const store = await openRocksDbStore({ path: folder.path })
    const value = Buffer.alloc(4 * 1_048_576, 1)
    await store.apply([{ kind: 'put', key: Buffer.from('m'), value }])
    const range = [Buffer.from('a'), Buffer.from('z')] as const
    await store.approximateSize(...range, Number.POSITIVE_INFINITY)
    expect((await store.figures())['store_bytes']).toBe(0)
    expect(await store.approximateSize(...range)).toBeGreaterThan(value.length / 2)
    expect((await store.figures())['store_bytes']).toBeGreaterThan(value.length / 2)
    await store.close()
    await folder.remove()
  })
})
