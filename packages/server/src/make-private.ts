import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import type { Logger } from './logging.js'

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const OTHERS = 0o077

/**
 * Only the user that the server runs as may read keys and rows. This removes the rights of all other users
 * on a data folder that an earlier version, or a copy, has left open. It does not touch or follow links.
 */
export async function makePrivate(directory: string, logger: Logger): Promise<void> {
  try {
    await closeFolder(directory)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    logger.warn({ err: error }, 'other users may be able to read the data folder')
  }
}

async function closeFolder(directory: string): Promise<void> {
  if (((await lstat(directory)).mode & OTHERS) !== 0) await chmod(directory, FOLDER_MODE)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory() && entry.name !== 'lost+found') await closeFolder(path)
    if (entry.isFile() && ((await lstat(path)).mode & OTHERS) !== 0) await chmod(path, FILE_MODE)
  }
}
