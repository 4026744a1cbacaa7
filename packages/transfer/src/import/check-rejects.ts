import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { TransferError } from '../errors.js'
import type { ImportOptions } from './import-options.js'

/** Throws TransferError when rejects could not be kept, before the first row is written. */
export async function checkRejects({
  files,
  rejectsPath,
}: Pick<ImportOptions, 'files' | 'rejectsPath'>): Promise<void> {
  const isRead = files.some(({ path }) => resolve(path) === resolve(rejectsPath))
  if (isRead) throw new TransferError(`the rejects cannot go to ${rejectsPath}, which is imported`)
  const folder = dirname(rejectsPath)
  if ((await kindOf(folder)) !== 'folder')
    throw new TransferError(`there is no folder ${folder} for the rejects`)
  if ((await kindOf(rejectsPath)) === 'folder')
    throw new TransferError(`the rejects cannot go to ${rejectsPath}, which is a folder`)
}

async function kindOf(path: string): Promise<'folder' | 'other' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}
