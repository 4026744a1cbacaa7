import { existsSync } from 'node:fs'
import { nodeFiles, restoreBackup } from '@rowhouse/engine'
import type { Configuration } from '../configuration/configuration.js'
import { InstanceRefusal } from '../instances/instance-registry.js'
import { openStorage } from '../open-storage.js'
import { NoServerError, askServer } from './admin-client.js'
import { type BackupResult, Backups, backupResult } from './backup-command.js'
import { type ServerFile, readServerFile } from './server-file.js'

const PROGRESS_MS = 1000

/**
 * Takes a backup of a data folder: in the server that holds the folder, which goes on serving, or, when none
 * does, right here. `folder` is an absolute path on this machine.
 */
export async function administerBackup(
  configuration: Configuration,
  folder: string,
  onProgress: ((progress: BackupResult) => void) | undefined,
): Promise<BackupResult> {
  const server = readServerFile(configuration.data)
  if (server !== undefined) {
    const stop = onProgress === undefined ? () => {} : watchProgress(server, onProgress)
    try {
      return await askServer(server, { action: 'backup', folder }, backupResult)
    } catch (error) {
      if (!(error instanceof NoServerError)) throw error
    } finally {
      stop()
    }
  }
  return runHere(configuration, folder)
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
    // Whether the server has gone is told by the command itself.
    look().catch(() => {})
  }, PROGRESS_MS)
  return () => clearInterval(timer)
}

async function runHere(configuration: Configuration, folder: string): Promise<BackupResult> {
  if (!existsSync(configuration.data)) {
    throw new InstanceRefusal(`there is no data folder ${configuration.data}`)
  }
  const store = await openStorage(configuration, () => {})
  try {
    return await new Backups(store, configuration.data).run({ action: 'backup', folder })
  } finally {
    await store.close()
  }
}

export interface Restored {
  readonly entries: number
  /** Milliseconds since the epoch: when the backup was begun. */
  readonly createdAt: number
  readonly position: number
}

/** Makes the configured data folder, which must be empty or not there, of a backup. */
export async function restoreData({ data }: Configuration, backup: string): Promise<Restored> {
  const options = { files: nodeFiles, backup, directory: data }
  const { entries, createdAt, end } = await restoreBackup(options)
  return { entries, createdAt, position: end }
}
