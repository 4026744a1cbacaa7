import { BackupError } from './backup-error.js'
import { type BackupManifest, loadBackupManifest } from './backup-manifest.js'
import { type NewFolder, assertDataFormat, buildDataFolder } from './build-data-folder.js'
import type { BackupPlace } from './backup-place.js'
import { checkContents } from './check-contents.js'
import { assertEmptyFolder } from './empty-folder.js'

/** Where a backup is read from. */
export type BackupSource = Pick<BackupPlace, 'name' | 'objects'>

export interface RestoreOptions extends NewFolder {
  readonly backup: BackupSource
}

/** Restores a backup to a data folder. All checksums are verified before anything is written. */
export async function restoreBackup(options: RestoreOptions): Promise<BackupManifest> {
  const { files, backup, directory } = options
  await assertEmptyFolder(files, directory, 'restore to a new folder')
  const manifest = await verifyBackup(backup)
  const last = manifest.log.at(-1)
  if (last === undefined) throw new BackupError(`${backup.name} has no log`)
  await buildDataFolder(options, backup.objects, {
    base: manifest,
    log: manifest.log,
    end: { position: manifest.end, offset: last.offset + last.bytes },
    others: manifest.files.filter(({ kind }) => kind === 'other'),
  })
  return manifest
}

/** Verifies a whole backup; throws a BackupError at the first error. */
export async function verifyBackup({ objects, name }: BackupSource): Promise<BackupManifest> {
  const manifest = await loadBackupManifest(objects, name)
  assertDataFormat(manifest, name)
  await checkContents(objects, [...manifest.files, ...manifest.log])
  return manifest
}
