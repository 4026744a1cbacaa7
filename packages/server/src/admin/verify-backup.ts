import { BackupError, type StoreVerification, verifyBackup, verifyStore } from '@rowhouse/engine'
import { namesIn, openBackupPlace } from '../objects/open-objects.js'

export type BackupVerification =
  | { readonly kind: 'continuous'; readonly store: StoreVerification }
  | {
      readonly kind: 'backup'
      readonly createdAt: number
      readonly position: number
      readonly entries: number
      readonly objects: number
      readonly bytes: number
    }

/**
 * Reads all of a backup, or of the place of a continuous one, in a folder or a bucket. Throws a BackupError
 * for the first fault.
 */
export async function verifyBackupAt(place: string): Promise<BackupVerification> {
  const backup = await openBackupPlace(place)
  const names = await namesIn(place, backup.objects)
  if (names.length === 0) throw new BackupError(`${place} is empty or not there`)
  if (names.includes('MANIFEST')) {
    return { kind: 'continuous', store: await verifyStore(backup.objects) }
  }
  if (names.includes('FORMAT')) {
    throw new BackupError(`${place} is a data folder: verify it with --data`)
  }
  const { createdAt, end, entries, files, log } = await verifyBackup(backup)
  const contents = [...files, ...log]
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0)
  return { kind: 'backup', createdAt, position: end, entries, objects: contents.length, bytes }
}
