import { BackupError, type StoreVerification, verifyBackup, verifyStore } from '@rowhouse/engine'
import { nodeFiles } from '@rowhouse/platform'
import { isBucket, openObjects } from '../objects/open-objects.js'

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
 * Reads all of a backup, or of the folder or bucket of a continuous one. Throws a BackupError for the first
 * fault.
 */
export async function verifyBackupAt(place: string): Promise<BackupVerification> {
  const isContinuous = isBucket(place) || (await nodeFiles.list(place)).includes('MANIFEST')
  if (!isContinuous) return verifyBackupFolder(place)
  return { kind: 'continuous', store: await verifyStore(await openObjects(place)) }
}

async function verifyBackupFolder(folder: string): Promise<BackupVerification> {
  const names = await nodeFiles.list(folder)
  if (names.length === 0) throw new BackupError(`${folder} is empty or not there`)
  if (names.includes('FORMAT')) {
    throw new BackupError(`${folder} is a data folder: verify it with --data`)
  }
  const { createdAt, end, entries, files, log } = await verifyBackup(nodeFiles, folder)
  const contents = [...files, ...log]
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0)
  return { kind: 'backup', createdAt, position: end, entries, objects: contents.length, bytes }
}
