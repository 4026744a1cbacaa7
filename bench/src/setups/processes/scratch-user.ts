import { chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The user `nobody`, for servers that refuse to run as root. */
const NOBODY = 65_534

export interface ProcessUser {
  readonly uid?: number
  readonly gid?: number
}

/** The user that servers run as: another one only where this process is root. */
export const scratchUser = (): ProcessUser =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

/** Gives a folder with all that it has to that user. */
export function giveToScratchUser(folder: string): void {
  const { uid, gid } = scratchUser()
  if (uid === undefined || gid === undefined) return
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
