import { join } from 'node:path'
import { nodeFiles, outOfRange } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeLimits } from '../../limits.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { type TableReader, openTable } from '../tables/table-reader.js'
import { sortedEntries, writeTableOnDisk } from '../testing/written-table.js'
import { BlockCache } from './block-cache.js'

const entries = sortedEntries(
  Array.from({ length: 2000 }, (_, at) => ({
    key: Buffer.from(String(at).padStart(8, '0')),
    value: Buffer.from(`value ${at}`),
  })),
)
let folder: TemporaryFolder

beforeEach(async () => {
  folder = await temporaryFolder()
})

afterEach(() => folder.remove())

/** Of a disk whose reads all take so long, in milliseconds, by the clock of the cache. */
function cacheOver(readMs: number): BlockCache {
  let time = 0
  const clock = { now: () => 0, monotonic: () => (time += readMs) }
  return new BlockCache(100 * 256, { slotBytes: 256, clock, diskReads: () => 0 })
}

async function openOnDisk(
  cache: BlockCache,
  compress: boolean,
  change?: (content: Buffer) => void,
): Promise<TableReader> {
  const path = join(folder.path, 'table')
  await writeTableOnDisk(path, entries, compress, change)
  return openTable(await nodeFiles.open(path, 'read'), 1, cache)
}

it.each([false, true])(
  'blocks of the page cache are read at once; compressed: %s',
  async (compress) => {
    const cache = cacheOver(storeLimits.READ_AT_ONCE_SLOW_MS / 2)
    const table = await openOnDisk(cache, compress)
    for (const { key, value } of entries) expect(table.get(key)).toEqual(value)
    const figures = cache.figures()
    expect(figures['store_block_reads_at_once']).toBe(figures['store_block_cache_misses'])
    expect(figures).toMatchObject({ store_block_reads: 0, store_block_cache_slots_pinned: 0 })
    await table.close()
  },
)

it('blocks of a slow disk are left to others', async () => {
  const cache = cacheOver(storeLimits.READ_AT_ONCE_SLOW_MS * 2)
  const table = await openOnDisk(cache, false)
  for (const { key, value } of entries) expect(await table.get(key)).toEqual(value)
  const { store_block_reads_at_once: atOnce = 0, store_block_reads: reads = 0 } = cache.figures()
  expect(atOnce).toBeGreaterThan(0)
  expect(reads).toBeGreaterThan(10 * atOnce)
  expect(cache.figures()).toMatchObject({ store_block_cache_slots_pinned: 0 })
  await table.close()
})

it('a block that is damaged is told, and is no block of the cache', async () => {
  const cache = cacheOver(0)
  const table = await openOnDisk(cache, false, (content) => content.fill(0, 10, 20))
  const { key } = entries[0] ?? outOfRange()
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(Promise.resolve(table.get(key))).rejects.toBeInstanceOf(StoreDamagedError)
  const last = entries.at(-1) ?? outOfRange()
  expect(table.get(last.key)).toEqual(last.value)
  expect(cache.figures()).toMatchObject({ store_block_cache_slots_pinned: 0 })
  await table.close()
})
