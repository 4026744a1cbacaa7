import { engineLimits } from '../limits.js'
import { isObjectMissing, isObjectStoreError } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'

const SYSTEM_ERROR = /^E[A-Z0-9]+$/
const MB = 1_048_576

/**
 * Runs work that writes to a folder or an object store. The operator has to fix errors of files, disks and
 * object stores, so they become a BackupError that begins with `what`. Stores do not always report a full
 * disk, so free space is checked as well, where there is a disk.
 */
export async function explainFailure<T>(
  what: string,
  freeSpace: (() => Promise<number>) | undefined,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error
    const isOfSystem = isSystemError(error) || isObjectMissing(error) || isObjectStoreError(error)
    if (isOfSystem) throw new BackupError(`${what}: ${error.message}`, error)
    const free = await freeSpace?.().catch(() => undefined)
    if (free === undefined || free >= engineLimits.FREE_SPACE_BYTES_MIN) throw error
    const space = `its disk has only ${Math.floor(free / MB)} MB free`
    throw new BackupError(`${what}: ${error.message}; ${space}`, error)
  }
}

const isSystemError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && SYSTEM_ERROR.test(error.code)
