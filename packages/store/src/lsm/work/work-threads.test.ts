import { join } from 'node:path'
import { nodeFiles } from '@rowhouse/platform'
import { type TemporaryFolder, temporaryFolder } from '@rowhouse/platform/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tablePath } from '../manifest/manifest-file.js'
import type { RunRecord } from '../manifest/run-manifest.js'
import { createArena } from '../memtable/arena.js'
import { Memtable } from '../memtable/memtable.js'
import { bundleThread } from '../testing/bundle-thread.js'
import type { NextTableOptions } from '../writing/write-next-table.js'
import type { FlushOptions } from './store-work.js'
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

const FLUSH: FlushOptions = { tableBytes: 20_000, numbers: [1, 2, 3, 4, 5, 6] }

const slice = (number: number): NextTableOptions => ({
  number,
  tableBytes: 20_000,
  compress: false,
  dropsTombstones: true,
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
  const lost = work.flush(memtable, ENTRIES, FLUSH)
  await expect(lost).rejects.toMatchObject({ code: 'ENOENT' })
  await nodeFiles.rename(aside, directory)
  const run = await work.flush(memtable, ENTRIES, FLUSH)
  expect(entriesOf(run)).toBe(ENTRIES)
  expect(run.tables.length).toBeGreaterThan(2)

  // The name of the new table is taken.
  await (await nodeFiles.open(tablePath(directory, 11), 'create')).close()
  const merge = { runs: [run], newerTombstones: [] }
  await expect(work.merge(merge, slice(11))).rejects.toMatchObject({ code: 'EEXIST' })

  // A table that is read is not there for a while.
  const path = tablePath(directory, run.tables[1]?.number ?? 0)
  await nodeFiles.rename(path, aside)
  await expect(work.merge(merge, slice(21))).rejects.toThrow()
  await nodeFiles.rename(aside, path)
  expect(await nodeFiles.list(directory)).toHaveLength(run.tables.length + 1)

  let entries = 0
  let from = run.from
  for (let number = 31; ; number++) {
    const { table, next } = await work.merge({ ...merge, runs: [{ ...run, from }] }, slice(number))
    entries += table?.entries ?? 0
    if (next === undefined) break
    from = next
  }
  expect(entries).toBe(ENTRIES)
  await work.close()
})
