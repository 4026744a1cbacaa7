import { BackupError, type StoreVerification, verifyBackup, verifyStore } from '@rowhouse/engine'
import { nodeFiles, openFolderObjects } from '@rowhouse/platform'

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
 * Reads all of a backup, or of the folder of a continuous backup. Throws a BackupError for the first fault.
 */
export async function verifyBackupFolder(folder: string): Promise<BackupVerification> {
  const names = await nodeFiles.list(folder)
  if (names.includes('MANIFEST')) {
    const store = await verifyStore(openFolderObjects(nodeFiles, folder))
    return { kind: 'continuous', store }
  }
  if (names.length === 0) throw new BackupError(`${folder} is empty or not there`)
  if (names.includes('FORMAT')) {
    throw new BackupError(`${folder} is a data folder: verify it with --data`)
  }
  const { createdAt, end, entries, files, log } = await verifyBackup(nodeFiles, folder)
  const contents = [...files, ...log]
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0)
  return { kind: 'backup', createdAt, position: end, entries, objects: contents.length, bytes }
}
