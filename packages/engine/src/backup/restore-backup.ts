import { type Files, openFolderObjects } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import { type BackupManifest, loadBackupManifest } from './backup-manifest.js'
import { type NewFolder, assertDataFormat, buildDataFolder } from './build-data-folder.js'
import { checkContents } from './check-contents.js'
import { assertEmptyFolder } from './empty-folder.js'

export interface RestoreOptions extends NewFolder {
  /** The folder of the backup. */
  readonly backup: string
}

/** Restores a backup to a data folder. All checksums are verified before anything is written. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { files, backup, directory } = options
  await assertEmptyFolder(files, directory, 'restore to a new folder')
  const manifest = await verifyBackup(files, backup)
  const last = manifest.log.at(-1)
  if (last === undefined) throw new BackupError(`${backup} has no log`)
  await buildDataFolder(options, openFolderObjects(files, backup), {
    base: manifest,
    log: manifest.log,
    end: { position: manifest.end, offset: last.offset + last.bytes },
    others: manifest.files.filter(({ kind }) => kind === 'other'),
  })
  return manifest
}

/** Verifies a whole backup; throws a BackupError at the first error. */
export async function verifyBackup(files: Files, backup: string): Promise<BackupManifest> {
  const objects = openFolderObjects(files, backup)
  const manifest = await loadBackupManifest(objects, backup)
  assertDataFormat(manifest, backup)
  await checkContents(objects, [...manifest.files, ...manifest.log])
  return manifest
}
