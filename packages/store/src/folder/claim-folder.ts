import { once } from 'node:events'
import { createServer } from 'node:net'
import { nodeFiles, type Files } from '@rowhouse/platform'

/** Gives the folder up. */
export type FolderClaim = () => Promise<void>

/**
 * Holds a folder of the system's files until it is given up or the process ends, however it ends: Linux lets
 * one process at a time listen to a name, and keeps no file for it. Undefined when another one holds the
 * folder. Elsewhere, and for processes that share no network, everybody gets it, and only the lock file
 * counts.
 */
export async function claimFolder(
  files: Files,
  directory: string,
): Promise<FolderClaim | undefined> {
  const identity = files === nodeFiles ? await files.identity(directory) : undefined
  if (process.platform !== 'linux' || identity === undefined) return async () => {}
  const server = createServer()
  try {
    server.listen(`\0rowhouse ${identity}`)
    await once(server, 'listening')
  } catch (error) {
    const isHeld = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    return isHeld ? undefined : async () => {}
  }
  server.unref()
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
