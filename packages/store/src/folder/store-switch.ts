import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'

/** The store, one that is being made to take its place, and one that another has taken the place of. */
export const STORE_NAME = 'store'
export const NEW_STORE_NAME = 'store.new'
export const REPLACED_STORE_NAME = 'store.replaced'

/** Puts the new store, which is whole and durable, in the place of the old one, which then is aside. */
export async function switchStores(files: Files, directory: string): Promise<void> {
  await files.rename(join(directory, STORE_NAME), join(directory, REPLACED_STORE_NAME))
  await files.syncDirectory(directory)
  await files.rename(join(directory, NEW_STORE_NAME), join(directory, STORE_NAME))
  await files.syncDirectory(directory)
}

/** Goes on with a switch that a crash has cut between its two renames. */
export async function finishSwitch(files: Files, directory: string): Promise<void> {
  const names = await files.list(directory)
  if (names.includes(STORE_NAME)) return
  if (!names.includes(REPLACED_STORE_NAME) || !names.includes(NEW_STORE_NAME)) return
  await files.rename(join(directory, NEW_STORE_NAME), join(directory, STORE_NAME))
  await files.syncDirectory(directory)
}

/** Removes a store and its folder, if it is there. */
export async function removeStoreFolder(
  files: Files,
  directory: string,
  name: typeof NEW_STORE_NAME | typeof REPLACED_STORE_NAME,
): Promise<void> {
  if (!(await files.list(directory)).includes(name)) return
  const path = join(directory, name)
  for (const file of await files.list(path)) await files.remove(join(path, file))
  await files.removeFolder(path)
  await files.syncDirectory(directory)
}
