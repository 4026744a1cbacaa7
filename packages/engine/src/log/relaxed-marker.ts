import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'

/**
 * An empty file marks a log that was written without waiting for the disk: a torn frame with later ones
 * behind it is no damage there. It is created before the first such frame and removed at a strict start.
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

/** To be called once the end of the log is found and synced. */
export async function unmarkRelaxed(files: Files, directory: string): Promise<void> {
  await files.remove(join(directory, MARKER_NAME))
  await files.syncDirectory(directory)
}
