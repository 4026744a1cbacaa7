import { join } from 'node:path'
import { FILE_SYSTEM_NAMES, type Files, hasCode } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import { UNFINISHED_NAME, folderContent } from './folder-content.js'

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

/** Claims an empty folder for one backup. The returned function releases the claim. */
export async function claimFolder(files: Files, directory: string): Promise<() => Promise<void>> {
  await assertEmptyFolder(files, directory, 'choose another folder')
  await files.makeDirectory(directory)
  const path = join(directory, UNFINISHED_NAME)
  const claim = await files.open(path, 'create').catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
    throw new BackupError(`another backup is being taken to ${directory}; choose another folder`)
  })
  await claim.close()
  return () => files.remove(path)
}
