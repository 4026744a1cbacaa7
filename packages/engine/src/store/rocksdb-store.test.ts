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
