import { join } from 'node:path'
import { type Files, outOfRange } from '@rowhouse/platform'
import { tableName } from '../tables/table-reader.js'
import { StoreDamagedError } from '../store-damaged-error.js'
import { type StoreManifest, decodeStoreManifest, encodeStoreManifest } from './run-manifest.js'

export const MANIFEST_NAME = 'manifest'
const NEW_NAME = 'manifest.new'
const TABLE_NAME = /^(\d{1,15})\.table$/

export const isTableName = (name: string): boolean => TABLE_NAME.test(name)

export const tablePath = (directory: string, number: number): string =>
  join(directory, tableName(number))

/** Empty in a folder that is new. Throws StoreDamagedError. */
export async function readManifestFile(files: Files, directory: string): Promise<StoreManifest> {
  const names = await files.list(directory)
  const path = join(directory, MANIFEST_NAME)
  if (!names.includes(MANIFEST_NAME)) {
    if (names.some(isTableName))
      throw new StoreDamagedError(path, 'it is missing beside files of tables')
    return { nextFile: 1, runs: [] }
  }
  const file = await files.open(path, 'read')
  try {
    return decodeStoreManifest(await file.read(0, await file.size()), path)
  } finally {
    await file.close()
  }
}

/** A power cut may leave this manifest or the one before it, until another one is durable. */
export class ManifestUnsureError extends Error {
  override readonly name = 'ManifestUnsureError'
}

/** Survives a power cut once it has resolved, together with all names in the folder. */
export async function writeManifestFile(
  files: Files,
  directory: string,
  manifest: StoreManifest,
): Promise<void> {
  const newPath = join(directory, NEW_NAME)
  if ((await files.list(directory)).includes(NEW_NAME)) await files.remove(newPath)
  const file = await files.open(newPath, 'create')
  try {
    await file.write(encodeStoreManifest(manifest), 0)
    await file.datasync()
  } finally {
    await file.close()
  }
  // The names of new tables must be durable before a manifest that needs them.
  await files.syncDirectory(directory)
  await files.rename(newPath, join(directory, MANIFEST_NAME))
  try {
    await files.syncDirectory(directory)
  } catch (error) {
    throw new ManifestUnsureError(`The folder ${directory} cannot be synced`, { cause: error })
  }
}

/** Removes what a flush or merge has left that was cut off. Answers how many files. */
export async function removeStrayFiles(
  files: Files,
  directory: string,
  { runs }: StoreManifest,
): Promise<number> {
  const known = new Set(runs.flatMap(({ tables }) => tables.map(({ number }) => number)))
  let removed = 0
  for (const name of await files.list(directory)) {
    const match = TABLE_NAME.exec(name)
    const isStray =
      match === null ? name === NEW_NAME : !known.has(Number(match[1] ?? outOfRange()))
    if (!isStray) continue
    await files.remove(join(directory, name))
    removed++
  }
  return removed
}
