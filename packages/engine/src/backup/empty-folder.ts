import { FILE_SYSTEM_NAMES, type Files } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import { folderContent } from './folder-content.js'

/** `advice` is for the message. */
export async function assertEmptyFolder(
  files: Files,
  directory: string,
  advice: string,
): Promise<void> {
  const names = (await files.list(directory)).filter((name) => !FILE_SYSTEM_NAMES.has(name))
  if (names.length === 0) return
  const what = folderContent(names) ?? names[0]
  throw new BackupError(`${directory} is not empty (${what}); ${advice}`)
}
