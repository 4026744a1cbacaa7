import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'

/** How programs on this machine reach the server that holds a data folder. */
export interface ServerFile {
  readonly pid: number
  /** The port of the admin API on 127.0.0.1. */
  readonly adminPort: number
  /** Whoever can read the file may administer the server. */
  readonly adminSecret: string
}

const shape = z.object({
  pid: z.number(),
  adminPort: z.number(),
  adminSecret: z.string(),
})

const pathIn = (folder: string): string => join(folder, 'server.json')

/** The file is not synced: after a crash it is worthless anyway. */
export function writeServerFile(folder: string, file: ServerFile): void {
  const path = pathIn(folder)
  const temporary = `${path}.new`
  rmSync(temporary, { force: true })
  writeFileSync(temporary, JSON.stringify(file), { mode: 0o600 })
  renameSync(temporary, path)
}

export function removeServerFile(folder: string): void {
  rmSync(pathIn(folder), { force: true })
}

/** Undefined without a file. The file may be that of a server that has crashed. */
export function readServerFile(folder: string): ServerFile | undefined {
  try {
    const parsed = z.safeParse(shape, JSON.parse(readFileSync(pathIn(folder), 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
