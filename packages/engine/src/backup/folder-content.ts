import { FORMAT_NAME } from '@rowhouse/store'

/** The manifest of a backup. It is written last: without it there is no backup. */
export const BACKUP_MANIFEST_NAME = 'BACKUP'
/** The manifest of a continuous backup. */
export const STORE_MANIFEST_NAME = 'MANIFEST'
/** Created first, and removed when the backup has ended. No object has this name. */
export const UNFINISHED_NAME = '.unfinished'
/** The same in an object store, where no name begins with a dot. */
export const CLAIM_NAME = 'UNFINISHED'

export type FolderContent =
  | 'a data folder'
  | 'a backup'
  | 'a continuous backup'
  | 'a backup that was not finished'
  | 'a restore that was not finished'

/** What a folder with these file names holds, as far as the names tell. */
export function folderContent(names: readonly string[]): FolderContent | undefined {
  if (names.includes(FORMAT_NAME)) return 'a data folder'
  if (names.includes(BACKUP_MANIFEST_NAME)) return 'a backup'
  if (names.includes(STORE_MANIFEST_NAME)) return 'a continuous backup'
  if (names.includes(UNFINISHED_NAME) || names.includes(CLAIM_NAME))
    return 'a backup that was not finished'
  // A restore creates the store first.
  return names.includes('store') ? 'a restore that was not finished' : undefined
}

/** Whether a place with these names has a backup that was begun, and not finished. */
export const isUnfinishedBackup = (names: readonly string[]): boolean =>
  folderContent(names) === 'a backup that was not finished'
