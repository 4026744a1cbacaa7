import { join } from 'node:path'
import type { Clock, Files } from '@rowhouse/platform'
import { DataFolderError } from '../folder/data-folder-error.js'
import { FORMAT_NAME, openDataFolder } from '../folder/data-folder.js'
import type { ProcessTable } from '../folder/process-table.js'
import {
  NEW_STORE_NAME,
  REPLACED_STORE_NAME,
  removeStoreFolder,
  switchStores,
} from '../folder/store-switch.js'
import type { KeyValueStore } from '../key-value-store.js'
import { storeLimits } from '../limits.js'
import { type StoreKind, openStoreFolder, storeKindIn } from '../open-store-folder.js'
import { type CopiedStore, type CopyProgress, StoresDifferError, copyStore } from './copy-store.js'

export interface MigrateStoreOptions {
  readonly files: Files
  readonly clock: Clock
  /** The data folder. */
  readonly directory: string
  readonly to: StoreKind
  readonly flushBytes?: number
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
  readonly processes?: ProcessTable
}

/**
 * Copies the store of a data folder to one of another kind, which takes its place once both have been
 * compared. A migration that was killed goes on where it was. Undefined when the store is of that kind
 * already.
 */
export async function migrateStore(options: MigrateStoreOptions): Promise<CopiedStore | undefined> {
  const { files, directory, to } = options
  // Opening would create a data folder.
  if (!(await files.list(directory)).includes(FORMAT_NAME))
    throw new DataFolderError('not ours', `The folder ${directory} holds no Rowhouse data.`)
  const folder = await openDataFolder(options)
  try {
    await removeStoreFolder(files, directory, REPLACED_STORE_NAME)
    const from = await storeKindIn(files, folder.storeDirectory)
    if (from === undefined)
      throw new DataFolderError('damaged', `There is no store in ${folder.storeDirectory}.`)
    if (from === to) {
      await removeStoreFolder(files, directory, NEW_STORE_NAME)
      return undefined
    }
    await assertSpace(files, directory, folder.storeDirectory)
    const copied = await copyFolder(options, folder.storeDirectory)
    await switchStores(files, directory)
    await removeStoreFolder(files, directory, REPLACED_STORE_NAME)
    return copied
  } finally {
    await folder.release()
  }
}

async function assertSpace(files: Files, directory: string, store: string): Promise<void> {
  const there = await folderBytes(files, join(directory, NEW_STORE_NAME))
  const bytes = storeLimits.MIGRATION_SPACE_FACTOR * (await folderBytes(files, store)) - there
  const free = await files.freeSpace(directory)
  if (free >= bytes) return
  throw new DataFolderError(
    'no space',
    `The migration may need ${bytes} bytes more, and the disk of ${directory} has ${free} free.`,
  )
}

async function folderBytes(files: Files, path: string): Promise<number> {
  let bytes = 0
  for (const name of await files.list(path)) {
    const file = await files.open(join(path, name), 'read')
    bytes += await file.size()
    await file.close()
  }
  return bytes
}

async function copyFolder(
  options: MigrateStoreOptions,
  storeDirectory: string,
): Promise<CopiedStore> {
  const source = await open(options, storeDirectory)
  try {
    return await copyFrom(source, options)
  } catch (error) {
    if (!(error instanceof StoresDifferError) || !error.wasResumed) throw error
    // A server that is killed amid its replay of the log leaves other entries and the same stamp.
    return await copyFrom(source, options)
  } finally {
    await source.close()
  }
}

async function copyFrom(source: KeyValueStore, options: MigrateStoreOptions): Promise<CopiedStore> {
  try {
    return await copyInto(await openTarget(options, source), source, options)
  } catch (error) {
    if (error instanceof StoresDifferError)
      await removeStoreFolder(options.files, options.directory, NEW_STORE_NAME)
    throw error
  }
}

async function copyInto(
  target: KeyValueStore,
  source: KeyValueStore,
  options: MigrateStoreOptions,
): Promise<CopiedStore> {
  try {
    return await copyStore({ ...options, source, target })
  } finally {
    await target.close()
  }
}

/** What was copied before the source changed is of no use, nor is a copy that cannot be opened. */
async function openTarget(
  options: MigrateStoreOptions,
  source: KeyValueStore,
): Promise<KeyValueStore> {
  const { files, directory, to } = options
  const path = join(directory, NEW_STORE_NAME)
  try {
    const begun = await open(options, path, to)
    const stamp = await begun.stamp()
    if (stamp === undefined || stamp === (await source.stamp())) return begun
    await begun.close()
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
  }
  await removeStoreFolder(files, directory, NEW_STORE_NAME)
  return open(options, path, to)
}

async function open(
  { files, clock }: MigrateStoreOptions,
  directory: string,
  kind?: StoreKind,
): Promise<KeyValueStore> {
  const memoryBytes = (): number => storeLimits.FILLED_STORE_MEMORY_BYTES
  return (await openStoreFolder({ files, clock, directory, kind, memoryBytes })).store
}
