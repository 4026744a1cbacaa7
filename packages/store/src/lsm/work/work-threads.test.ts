import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablePath } from '../manifest/manifest-file.js'
import type { RunRecord } from '../manifest/run-manifest.js'
import { createArena } from '../memtable/arena.js'
import { Memtable } from '../memtable/memtable.js'
import { bundleThread } from '../testing/bundle-thread.js'
import type { RunOptions } from './store-work.js'
import { workInThreads } from './work-threads.js'

const ENTRIES = 500
let folder: TemporaryFolder
let threadEntry: URL

beforeAll(async () => {
  folder = await temporaryFolder()
  threadEntry = await bundleThread(new URL('./store-thread.ts', import.meta.url), folder.path)
})
afterAll(() => folder.remove())

function filledMemtable(): Memtable {
  const memtable = new Memtable(createArena(2 ** 20), 0)
  for (let at = 1; at <= ENTRIES; at++)
    memtable.put(Buffer.from(`key ${at}`), Buffer.alloc(100, at), at)
  return memtable
}

const options = (...numbers: number[]): RunOptions => ({
  tableBytes: 20_000,
  compress: false,
  dropsTombstones: true,
  numbers,
})

const entriesOf = ({ tables }: RunRecord): number =>
  tables.reduce((sum, { entries }) => sum + entries, 0)

test('what fails in a thread is told with its code, leaves nothing, and can be done again', async () => {
  const directory = join(folder.path, 'store')
  const aside = join(folder.path, 'aside')
  await nodeFiles.makeDirectory(directory)
  const work = workInThreads(directory, threadEntry)
  const memtable = filledMemtable()

  await nodeFiles.rename(directory, aside)
  const lost = work.flush(memtable, ENTRIES, options(1, 2, 3, 4, 5, 6))
  await expect(lost).rejects.toMatchObject({ code: 'ENOENT' })
  await nodeFiles.rename(aside, directory)
  const run = await work.flush(memtable, ENTRIES, options(1, 2, 3, 4, 5, 6))
  expect(entriesOf(run)).toBe(ENTRIES)
  expect(run.tables.length).toBeGreaterThan(2)

  // The name of the second new table is taken; the first one is written by then, and goes again.
  await (await nodeFiles.open(tablePath(directory, 12), 'create')).close()
  const merge = { runs: [run], newerTombstones: [] }
  const refused = work.merge(merge, options(11, 12, 13, 14, 15, 16))
  await expect(refused).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await nodeFiles.list(directory)).toHaveLength(run.tables.length)

  // A table that is read is not there for a while.
  const path = tablePath(directory, run.tables[1]?.number ?? 0)
  await nodeFiles.rename(path, aside)
  await expect(work.merge(merge, options(21, 22, 23, 24, 25, 26))).rejects.toThrow()
  await nodeFiles.rename(aside, path)
  const merged = await work.merge(merge, options(31, 32, 33, 34, 35, 36))
  expect(entriesOf(merged)).toBe(ENTRIES)
  expect(await nodeFiles.list(directory)).toHaveLength(run.tables.length + merged.tables.length)
  await work.close()
})
