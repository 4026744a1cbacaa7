import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import {
  type TemporaryFolder,
  seededRandom,
  temporaryFolder,
  testSeed,
} from '@rowhouse/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StoreDamagedError } from '../../store-damaged-error.js'
import {
  type ModelEntry,
  sortedEntries,
  walk,
  writeTableOnDisk,
} from '../../testing/written-table.js'
import { type TableReader, openTable } from '../../tables/table-reader.js'
import { bundleThread } from '../../testing/bundle-thread.js'
import { BlockCache } from '../block-cache.js'

const ALL = { start: undefined, end: undefined, reverse: false }
let folder: TemporaryFolder
let threadEntry: URL
let files = 0

beforeAll(async () => {
  folder = await temporaryFolder()
  const source = new URL('./block-reading-thread.ts', import.meta.url)
  threadEntry = await bundleThread(source, folder.path)
})

afterAll(() => folder.remove())

const random = seededRandom(testSeed())
const entries = sortedEntries(
  Array.from({ length: 2000 }, () => ({ key: random.bytes(8), value: random.bytes(30) })),
)

/** A table in a real file, which `change` may damage. */
async function openOnDisk(
  cache: BlockCache,
  compress: boolean,
  change?: (content: Buffer) => void,
): Promise<TableReader> {
  const target = join(folder.path, `table-${files++}`)
  await writeTableOnDisk(target, entries, compress, change)
  return openTable(await nodeFiles.open(target, 'read'), 1, cache)
}

const isSame = (a: ModelEntry | undefined, b: ModelEntry | undefined): boolean =>
  a?.value !== undefined && b?.value !== undefined && a.key.equals(b.key) && a.value.equals(b.value)

async function expectAll(table: TableReader): Promise<void> {
  const gets = random.shuffled(entries).map(async ({ key, value }) => {
    const found = await table.get(key)
    return Buffer.isBuffer(found) && value?.equals(found)
  })
  const found = await Promise.all(gets)
  expect(found.filter((isRight) => isRight === true)).toHaveLength(entries.length)
  const backwards = walk(table.cursor({ ...ALL, reverse: true }))
  const walked = await walk(table.cursor(ALL))
  expect(walked.every((entry, at) => isSame(entry, entries[at]))).toBe(true)
  expect((await backwards).reverse().every((entry, at) => isSame(entry, entries[at]))).toBe(true)
  expect(walked).toHaveLength(entries.length)
}

/** Until the threads have started, reads are made here. */
async function readUntilThreads(table: TableReader, cache: BlockCache): Promise<void> {
  while (cache.figures()['store_block_thread_reads'] === 0) await expectAll(table)
}

it.each([false, true])('gives the same answers as reads here; compressed: %s', async (compress) => {
  const cache = new BlockCache(100 * 256, { slotBytes: 256, threads: 2, threadEntry })
  const table = await openOnDisk(cache, compress)
  await readUntilThreads(table, cache)
  await expectAll(table)
  expect(cache.figures()).toMatchObject({ store_block_cache_slots_pinned: 0 })
  await cache.close()
  await table.close()
})

it('tells who waits for a damaged block, and nobody else', async () => {
  const cache = new BlockCache(100 * 256, { slotBytes: 256, threads: 1, threadEntry })
  const whole = await openOnDisk(cache, false)
  await readUntilThreads(whole, cache)
  cache.forget(1)
  const table = await openOnDisk(cache, false, (content) => content.fill(0, 10, 20))
  const found = await Promise.allSettled(entries.map(async ({ key }) => table.get(key)))
  const failed = found.filter(({ status }) => status === 'rejected')
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.length).toBeLessThan(10)
  for (const result of failed)
    expect(result.status === 'rejected' && result.reason).toBeInstanceOf(StoreDamagedError)
  await cache.close()
  await table.close()
  await whole.close()
})

it('answers again once the bytes of a file are there again', async () => {
  const cache = new BlockCache(100 * 256, { slotBytes: 256, threads: 2, threadEntry })
  const table = await openOnDisk(cache, false)
  await readUntilThreads(table, cache)
  const path = join(folder.path, `table-${files - 1}`)
  const content = readFileSync(path)
  truncateSync(path)
  const lost = await Promise.allSettled(entries.map(async ({ key }) => table.get(key)))
  const told = lost.filter(({ status }) => status === 'rejected')
  expect(told.length).toBeGreaterThan(entries.length / 2)
  // Blocks in memory are answered from there: nothing is wrong.
  for (const [at, found] of lost.entries())
    if (found.status === 'fulfilled') expect(found.value).toEqual(entries[at]?.value)
  writeFileSync(path, content)
  await expectAll(table)
  expect(cache.figures()).toMatchObject({ store_block_cache_slots_pinned: 0 })
  await cache.close()
  await table.close()
})

it('reads here what a thread was at when it ended', async () => {
  const script = `import { parentPort } from 'node:worker_threads'
    let messages = 0
    parentPort.on('message', () => (++messages === 1 ? parentPort.postMessage(0) : process.exit(1)))`
  const ending = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
  const cache = new BlockCache(100 * 256, { slotBytes: 256, threads: 2, threadEntry: ending })
  const table = await openOnDisk(cache, false)
  await readUntilThreads(table, cache)
  await expectAll(table)
  await cache.close()
  await table.close()
})
