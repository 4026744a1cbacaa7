import { lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { TransferError } from '../errors.js'

/**
 * Throws TransferError when the output cannot be replaced at the end. It is renamed to its name, which
 * would put a file in the place of a device or a link.
 */
export async function checkOutput(path: string): Promise<void> {
  const folder = await found(stat(dirname(path)))
  if (folder === undefined) throw new TransferError(`there is no folder ${dirname(path)}`)
  const file = await found(lstat(path))
  if (file === undefined || file.isFile()) return
  throw new TransferError(
    file.isDirectory()
      ? `${path} is a folder, not a file`
      : `${path} is a device, pipe or link, not a file: name a file, or - for standard output`,
  )
}

const found = <Stats>(stats: Promise<Stats>): Promise<Stats | undefined> =>
  stats.catch((error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error
    return undefined
  })
