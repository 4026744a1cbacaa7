import { engineLimits } from '../limits.js'
import { type Files, ObjectMissingError } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'

const SYSTEM_ERROR = /^E[A-Z0-9]+$/
const MB = 1_048_576

/**
 * Runs what writes to a folder. What the system says of files and disks is for a person to mend, so it
 * becomes a BackupError that begins with `what`; the store does not always say that the disk was full.
 */
export async function explainFailure<T>(
  files: Files,
  directory: string,
  what: string,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error
    const isOfSystem = isSystemError(error) || error instanceof ObjectMissingError
    if (isOfSystem) throw new BackupError(`${what}: ${error.message}`, error)
    const free = await files.freeSpace(directory).catch(() => undefined)
    if (free === undefined || free >= engineLimits.FREE_SPACE_BYTES_MIN) throw error
    const space = `its disk has only ${Math.floor(free / MB)} MB free`
    throw new BackupError(`${what}: ${error.message}; ${space}`, error)
  }
}

const isSystemError = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && SYSTEM_ERROR.test(error.code)
