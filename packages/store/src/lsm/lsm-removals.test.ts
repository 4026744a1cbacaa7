import type { FileHandle } from '@rowhouse/platform'
import { manualClock, seededRandom, SimulatedFiles, testSeed } from '@rowhouse/platform/testing'
import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { EntryIterator } from '../key-value-store.js'
import { openLsmStore } from './lsm-store.js'
import { entriesIn, RandomBatches } from './testing/random-batches.js'

/** Refuses what Windows does: to remove or replace a file that is open. */
class FilesLikeWindows extends SimulatedFiles {
  readonly #open = new Map<string, number>()
  removed = 0
  readonly refused: string[] = []

  override async open(path: string, mode: 'read' | 'write' | 'create'): Promise<FileHandle> {
    const file = await super.open(path, mode)
    this.#open.set(path, this.#handles(path) + 1)
    const close = async (): Promise<void> => {
      this.#open.set(path, this.#handles(path) - 1)
      await file.close()
    }
    return { ...file, close }
  }

  override async remove(path: string): Promise<void> {
    this.#refuseOpen(path)
    await super.remove(path)
    this.removed++
  }

  override async rename(from: string, to: string): Promise<void> {
    for (const path of [from, to]) this.#refuseOpen(path)
    await super.rename(from, to)
  }

  #handles(path: string): number {
    return this.#open.get(path) ?? 0
  }

  #refuseOpen(path: string): void {
    if (this.#handles(path) === 0) return
    this.refused.push(path)
    throw Object.assign(new Error(`EBUSY: ${path}`), { code: 'EBUSY' })
  }
}

test('no file is removed or replaced while it is open, also beneath scans that last', async () => {
  const random = seededRandom(testSeed())
  const files = new FilesLikeWindows(random)
  const options = {
    files,
    directory: '/store',
    clock: manualClock(),
    wait: () => letOthersGoFirst(),
    cacheBytes: 64 * 1024,
    memtableBytes: 4096,
    tableBytes: 1500,
  }
  const batches = new RandomBatches(random)
  for (let life = 0; life < 3; life++) {
    const store = await openLsmStore(options)
    const scans: EntryIterator[] = []
    for (let step = 0; step < 150; step++) {
      await batches.applyNext(store)
      if (random.chance(0.1)) await store.flush()
      if (random.chance(0.05)) await store.reclaim?.(Buffer.from('key 1'), Buffer.from('key 3'))
      if (random.chance(0.1)) {
        const range = { start: Buffer.from('a'), end: Buffer.from('z'), batchEntries: 1 }
        const scan = store.iterate({ ...range, reverse: random.chance(0.5) })
        await scan.next()
        scans.push(scan)
      }
      if (scans.length > 3) await scans.shift()?.close()
    }
    expect(await entriesIn(store)).toEqual(batches.entriesAfter(batches.count))
    await store.flush()
    await store.close()
  }
  expect(files.refused).toEqual([])
  expect(files.removed).toBeGreaterThan(50)
})
