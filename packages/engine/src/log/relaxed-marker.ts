import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'

/**
 * An empty file that says: this log was written without waiting for the disk, so a torn end with
 * later frames behind it is no damage. Set before the first such frame, gone after a strict start.
 */
const MARKER_NAME = 'relaxed'

export async function isMarkedRelaxed(files: Files, directory: string): Promise<boolean> {
  return (await files.list(directory)).includes(MARKER_NAME)
}

export async function markRelaxed(files: Files, directory: string): Promise<void> {
  const file = await files.open(join(directory, MARKER_NAME), 'create')
  await file.close()
  await files.syncDirectory(directory)
}

/** The end of the log must have been found, and be synced. */
export async function unmarkRelaxed(files: Files, directory: string): Promise<void> {
  await files.remove(join(directory, MARKER_NAME))
  await files.syncDirectory(directory)
}
