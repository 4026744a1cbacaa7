import { existsSync } from 'node:fs'
import {
  isUnfinishedBackup,
  restoreBackup,
  type RestoredMoment,
  restoreToMoment,
} from '@rowhouse/engine'
import { nodeFiles, type ObjectStore } from '@rowhouse/platform'
import type { Configuration } from '../configuration/configuration.js'
import { isWithin } from '../configuration/is-within.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { isBucket, namesIn, openBackupPlace, openObjects } from '../objects/open-objects.js'
import { openStorage } from '../open-storage.js'
import { NoServerError, askServer } from './admin-client.js'
import { type Backup, type BackupResult, Backups, backupResult } from './backup-command.js'
import { type ServerFile, readServerFile } from './server-file.js'

const PROGRESS_MS = 1000

/**
 * Takes a backup of a data folder. A server that holds the folder takes it and continues to serve; without
 * a server, this process takes it. The backup's place is a bucket, or an absolute path on this machine.
 */
export async function administerBackup(
  configuration: Configuration,
  backup: Omit<Backup, 'action'>,
  onProgress: ((progress: BackupResult) => void) | undefined,
): Promise<BackupResult> {
  // A location that is wrong is refused before anything is asked of a server.
  const { objects } = await openBackupPlace(backup.place)
  const server = readServerFile(configuration.data)
  if (server !== undefined) {
    const stop = onProgress === undefined ? () => {} : watchProgress(server, onProgress)
    try {
      return await askServer(server, { action: 'backup', ...backup }, backupResult)
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error
      await assertNotBegun(backup.place, objects)
    } finally {
      stop()
    }
  }
  return runHere(configuration, backup)
}

/** The server may have ended during the backup. If it ended right after it, the backup is complete. */
async function assertNotBegun(place: string, objects: ObjectStore): Promise<void> {
  if (!isUnfinishedBackup(await namesIn(place, objects))) return
  throw new InstanceRefusal(`the server ended before the backup was finished: remove ${place}`)
}

function watchProgress(
  server: ServerFile,
  onProgress: (progress: BackupResult) => void,
): () => void {
  const look = async (): Promise<void> => {
    const progress = await askServer(server, { action: 'backup-status' }, backupResult)
    if (progress.isRunning) onProgress(progress)
  }
  const timer = setInterval(() => {
    // If the server has ended, the command itself fails and says so.
    look().catch(() => {})
  }, PROGRESS_MS)
  return () => clearInterval(timer)
}

async function runHere(
  configuration: Configuration,
  backup: Omit<Backup, 'action'>,
): Promise<BackupResult> {
  if (!existsSync(configuration.data)) {
    throw new InstanceRefusal(`there is no data folder ${configuration.data}`)
  }
  const store = await openStorage(configuration)
  try {
    return await new Backups(store, configuration.data).run({ action: 'backup', ...backup })
  } finally {
    await store.close()
  }
}

export interface Restored {
  readonly entries: number
  /** When the backup was begun, in milliseconds since the epoch. */
  readonly createdAt: number
  readonly position: number
}

/** Restores a backup into the configured data folder, which must be empty or missing. */
export async function restoreData({ data, store }: Configuration, from: string): Promise<Restored> {
  assertOutside(data, from)
  const backup = await openBackupPlace(from)
  const options = { files: nodeFiles, backup, directory: data, storeKind: store }
  const { entries, createdAt, end } = await restoreBackup(options)
  return { entries, createdAt, position: end }
}

/** Restores the configured data folder as it was at a moment, from a continuous backup. */
export async function restoreDataTo(
  { data, store }: Configuration,
  from: string,
  to: number | undefined,
): Promise<RestoredMoment> {
  assertOutside(data, from)
  const objects = await openObjects(from)
  return restoreToMoment({ files: nodeFiles, objects, directory: data, storeKind: store, to })
}

/** A data folder inside of the backup would make the backup invalid for every server. */
function assertOutside(data: string, backup: string): void {
  if (isBucket(backup) || !isWithin(data, backup)) return
  throw new InstanceRefusal(`the data folder ${data} must be outside of the backup ${backup}`)
}
