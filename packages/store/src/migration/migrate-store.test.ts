import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, nodeFiles, systemClock } from '@rowhouse/platform'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDataFolder } from '../folder/data-folder.js'
import type { StoreMutation } from '../key-value-store.js'
import type { StoreKind } from '../open-store-folder.js'
import type { CopiedStore, CopyProgress } from './copy-store.js'
import { migrateStore } from './migrate-store.js'
import { cutFiles } from './testing/cut-files.js'
import { FilledFolders, contentsOf, kindIn, write } from './testing/filled-folder.js'

const MIB = 1_048_576

let folders: FilledFolders
beforeEach(() => {
  folders = new FilledFolders()
})
afterEach(() => folders.remove())

const migrate = (
  directory: string,
  to: StoreKind,
  more: { readonly files?: Files; readonly onProgress?: (progress: CopyProgress) => void } = {},
): Promise<CopiedStore | undefined> =>
  migrateStore({
    files: nodeFiles,
    clock: systemClock,
    directory,
    to,
    flushBytes: 1,
    ...more,
  })

/** Ends a migration once so many batches of 4 MB are copied. */
const stopAfter = (batches: number) => {
  let told = 0
  return (): void => {
    if (++told > batches) throw new Error('stopped')
  }
}

describe.each([
  ['rocksdb', 'lsm'],
  ['lsm', 'rocksdb'],
] as const)('from %s to %s', (from, to) => {
  test('everything is in the new store, and nothing is left beside it', async () => {
    const directory = await folders.make(from, 3000, 500)
    const before = await contentsOf(directory)
    const steps = new Set<string>()
    const migrated = await migrate(directory, to, { onProgress: ({ step }) => steps.add(step) })
    expect(migrated).toMatchObject({ entries: 3000, bytes: 3000 * 510, resumed: 0 })
    expect([...steps]).toEqual(['copied', 'compared'])
    expect(await kindIn(directory)).toBe(to)
    expect(await contentsOf(directory)).toEqual(before)
    expect(readdirSync(directory)).toEqual(['FORMAT', 'store'])
    expect(await migrate(directory, to)).toBeUndefined()
    const back = await migrate(directory, from)
    expect(back?.digest).toBe(migrated?.digest)
    expect(await contentsOf(directory)).toEqual(before)
  })

  test('one that was stopped goes on, unless something was written meanwhile', async () => {
    const directory = await folders.make(from, 40, MIB)
    const stopped = migrate(directory, to, { onProgress: stopAfter(3) })
    await expect(stopped).rejects.toThrow('stopped')
    expect(await kindIn(directory)).toBe(from)
    const other = await folders.copyOf(directory)
    const replayed = await folders.copyOf(directory)

    const migrated = await migrate(directory, to)
    expect(migrated?.resumed).toBeGreaterThanOrEqual(8)
    expect(migrated?.resumed).toBeLessThan(40)

    const changes: StoreMutation[] = [
      { kind: 'put', key: Buffer.from('key 000001'), value: Buffer.from('new') },
      { kind: 'delete', key: Buffer.from('key 000002') },
    ]
    await write(other, from, changes, 2000)
    const before = await contentsOf(other)
    expect(await migrate(other, to)).toMatchObject({ entries: 39, resumed: 0 })
    expect(await contentsOf(other)).toEqual(before)

    const value = Buffer.from('replayed')
    await write(replayed, from, [{ kind: 'put', key: Buffer.from('key 000001'), value }])
    expect(await migrate(replayed, to)).toMatchObject({ entries: 40, resumed: 0 })
    expect(await contentsOf(replayed)).toContain(`key 000001 ${value.length} replayed`)
  })

  test('one that is cut off at any call of its files leaves one whole store, and goes on', async () => {
    const template = await folders.make(from, 50, 100)
    const contents = await contentsOf(template)
    const kinds: (StoreKind | undefined)[] = []
    for (let call = 1, isCut = true; isCut; call++) {
      const directory = await folders.copyOf(template)
      const { files, calls } = cutFiles(call)
      await migrate(directory, to, { files }).catch(() => {})
      isCut = calls() >= call
      expect(await contentsOf(directory), `cut at call ${call}`).toEqual(contents)
      kinds.push(await kindIn(directory))
      await migrate(directory, to)
      expect(await kindIn(directory)).toBe(to)
      expect(await contentsOf(directory)).toEqual(contents)
      expect(readdirSync(directory)).toEqual(['FORMAT', 'store'])
    }
    // The cut struck before and behind the switch.
    const switchedAt = kinds.indexOf(to)
    expect(switchedAt).toBeGreaterThan(0)
    expect(kinds.map((_, at) => (at < switchedAt ? from : to))).toEqual(kinds)
  })

  test('damage in the old store is found, and it stays', async () => {
    const directory = await folders.make(from, 3000, 500)
    damageTable(join(directory, 'store'))
    await expect(migrate(directory, to)).rejects.toMatchObject({ reason: 'damaged' })
    expect(await kindIn(directory)).toBe(from)
  })

  test('a copy that cannot be opened is made anew', async () => {
    const directory = await folders.make(from, 40, MIB)
    await expect(migrate(directory, to, { onProgress: stopAfter(3) })).rejects.toThrow('stopped')
    const name = to === 'lsm' ? 'manifest' : 'CURRENT'
    writeFileSync(join(directory, 'store.new', name), 'nothing')
    expect(await migrate(directory, to)).toMatchObject({ entries: 40, resumed: 0 })
  })
})

/** Flips a bit in the middle of the largest file: in the entries of a table. */
function damageTable(store: string): void {
  const contents = readdirSync(store)
    .filter((name) => /\.(sst|table)$/.test(name))
    .map((name) => ({ name, content: readFileSync(join(store, name)) }))
  const [largest] = contents.sort((a, b) => b.content.length - a.content.length)
  if (largest === undefined) throw new Error('no table')
  const middle = Math.floor(largest.content.length / 2)
  largest.content[middle] = (largest.content[middle] ?? 0) ^ 0x10
  writeFileSync(join(store, largest.name), largest.content)
}

test('what is no data folder, in use, without a store or short of space is refused', async () => {
  const directory = await folders.make('rocksdb', 10, 10)
  const none = join(directory, 'none')
  await expect(migrate(none, 'lsm')).rejects.toThrow('holds no Rowhouse data')
  expect(existsSync(none)).toBe(false)
  const full = { ...nodeFiles, freeSpace: async () => 7 }
  await expect(migrate(directory, 'lsm', { files: full })).rejects.toThrow(
    /may need \d+ bytes more, and the disk of .* has 7 free/,
  )
  expect(readdirSync(directory)).toEqual(['FORMAT', 'store'])
  const folder = await openDataFolder({ files: nodeFiles, clock: systemClock, directory })
  await expect(migrate(directory, 'lsm')).rejects.toThrow(`in use by process ${process.pid}`)
  await folder.release()
  await nodeFiles.rename(join(directory, 'store'), join(directory, 'elsewhere'))
  await expect(migrate(directory, 'lsm')).rejects.toThrow('There is no store in')
  expect(readdirSync(directory)).toEqual(['FORMAT', 'elsewhere'])
})
