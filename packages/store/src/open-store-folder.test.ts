import { nodeFiles, systemClock } from '@rowhouse/platform'
import { temporaryFolder } from '@rowhouse/platform/testing'
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type StoreKind, openStoreFolder } from './open-store-folder.js'

const KINDS = ['lsm', 'rocksdb'] as const
const [KEY, VALUE] = [Buffer.from('key'), Buffer.from('value')]

const folderOf = async (): Promise<string> => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  return join(folder.path, 'store')
}

const open = (directory: string, kind?: StoreKind) =>
  openStoreFolder({ files: nodeFiles, clock: systemClock, directory, kind })

/** A store with one flushed entry. */
const fill = async (directory: string, kind?: StoreKind): Promise<StoreKind> => {
  const { store, kind: made } = await open(directory, kind)
  await store.apply([{ kind: 'put', key: KEY, value: VALUE }], 1)
  await store.flush()
  await store.close()
  return made
}

test.each(KINDS)('a store of kind %s opens as what it is, and as nothing else', async (kind) => {
  const directory = await folderOf()
  expect(await fill(directory, kind)).toBe(kind)
  for (const asked of [undefined, kind]) {
    const opened = await open(directory, asked)
    expect(opened.kind).toBe(kind)
    expect(await opened.store.get(KEY)).toEqual(VALUE)
    await opened.store.close()
  }
  const other = kind === 'lsm' ? 'rocksdb' : 'lsm'
  const before = readdirSync(directory)
  await expect(open(directory, other)).rejects.toThrow(
    `is of kind ${kind}, not ${other}. Start without --store=${other}, or run: rowhouse migrate-store ${join(directory, '..')} --to ${other}`,
  )
  expect(readdirSync(directory)).toEqual(before)
})

test.each([
  ['lsm', 'manifest'],
  ['rocksdb', 'CURRENT'],
] as const)(
  'a store of kind %s without %s is damaged, and no other is made in it',
  async (kind, list) => {
    const directory = await folderOf()
    await fill(directory, kind)
    const away = join(directory, '../away')
    renameSync(join(directory, list), away)
    const before = readdirSync(directory)
    for (const asked of [undefined, kind])
      await expect(open(directory, asked)).rejects.toMatchObject({ reason: 'damaged' })
    await expect(open(directory, kind === 'lsm' ? 'rocksdb' : 'lsm')).rejects.toThrow(directory)
    expect(readdirSync(directory)).toEqual(before)
    // Whoever finds the file again has everything.
    renameSync(away, join(directory, list))
    const { store } = await open(directory)
    expect(await store.get(KEY)).toEqual(VALUE)
    await store.close()
  },
)

test('a new folder gets the default', async () => {
  const directory = await folderOf()
  expect(await fill(directory)).toBe('lsm')
})
