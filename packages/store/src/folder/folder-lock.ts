import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'
import { claimFolder } from './claim-folder.js'
import { DataFolderError } from './data-folder-error.js'
import type { ProcessTable } from './process-table.js'

const LOCK_NAME = 'LOCK'
const LOCK_BYTES_MAX = 256
const ATTEMPTS_MAX = 5

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Locks the folder against a second process: by a name that the system keeps, where it does, and with a file
 * that names the holder. The file of a holder that has died is taken over by the next process.
 */
export async function lockFolder(
  files: Files,
  directory: string,
  processes: ProcessTable,
): Promise<FolderLock> {
  const path = join(directory, LOCK_NAME)
  const giveUp = await claimFolder(files, directory)
  if (giveUp === undefined) {
    const holder = await livingHolder(await readLock(files, path), processes)
    throw DataFolderError.inUse(directory, holder)
  }
  try {
    const own = await takeFile(files, directory, path, processes)
    return {
      release: async () => {
        try {
          await release(files, path, own)
        } finally {
          await giveUp()
        }
      },
    }
  } catch (error) {
    await giveUp()
    throw error
  }
}

/** Answers what the file says then. */
async function takeFile(
  files: Files,
  directory: string,
  path: string,
  processes: ProcessTable,
): Promise<string> {
  const own = `${processes.ownId} ${(await processes.startOf(processes.ownId)) ?? '-'}\n`
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (await create(files, path, own)) return own
    const holder = await readLock(files, path)
    const holderId = await livingHolder(holder, processes)
    if (holderId !== undefined) throw DataFolderError.inUse(directory, holderId)
    if (holder !== undefined) await removeIfThere(files, path)
  }
  throw DataFolderError.inUse(directory, undefined)
}

async function create(files: Files, path: string, content: string): Promise<boolean> {
  try {
    const file = await files.open(path, 'create')
    await file.write(Buffer.from(content), 0)
    await file.close()
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Undefined when the file has disappeared meanwhile. */
async function readLock(files: Files, path: string): Promise<string | undefined> {
  try {
    const file = await files.open(path, 'read')
    const content = await file.read(0, LOCK_BYTES_MAX)
    await file.close()
    return content.toString()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function livingHolder(
  content: string | undefined,
  processes: ProcessTable,
): Promise<number | undefined> {
  const [, idText, start] = /^(\d+) (\S+)\n$/.exec(content ?? '') ?? []
  if (idText === undefined) return undefined
  const id = Number(idText)
  if (!processes.isAlive(id)) return undefined
  const startNow = await processes.startOf(id)
  if (start !== '-' && startNow !== start) return undefined
  return id
}

async function release(files: Files, path: string, own: string): Promise<void> {
  if ((await readLock(files, path)) === own) await removeIfThere(files, path)
}

async function removeIfThere(files: Files, path: string): Promise<void> {
  try {
    await files.remove(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
