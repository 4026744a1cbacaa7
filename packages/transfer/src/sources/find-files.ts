import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasCode } from '@rowhouse/platform'
import { TransferError } from '../errors.js'
import { STANDARD_INPUT } from './open-bytes.js'

/** An existing file; `-` is standard input, of which nothing is known before it is read. */
export interface FoundFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** The files of paths and patterns; those of a pattern are ordered by name. */
export async function findFiles(patterns: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const pattern of patterns) {
    const paths = /[*?]/.test(basename(pattern)) ? await matching(pattern) : [pattern]
    for (const path of paths) found.push(await describe(path))
  }
  const names = new Set(found.map(({ path }) => path))
  if (names.size < found.length) throw new TransferError('a file is named twice')
  if (names.has(STANDARD_INPUT) && names.size > 1) {
    throw new TransferError('standard input cannot be read together with files')
  }
  return found
}

async function describe(path: string): Promise<FoundFile> {
  if (path === STANDARD_INPUT) return { path, bytes: 0, modifiedMs: 0 }
  const found = await stat(path).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new TransferError(`there is no file ${path}`) : error
  })
  if (found.isDirectory()) throw new TransferError(`${path} is a folder, not a file`)
  return { path, bytes: found.size, modifiedMs: found.mtimeMs }
}

/** Expands `*` and `?` in the last part of a path, for shells that do not. */
async function matching(pattern: string): Promise<string[]> {
  const folder = dirname(pattern)
  const name = basename(pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${name}$`)
  const entries = await readdir(folder).catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? new TransferError(`there is no folder ${folder}`) : error
  })
  const names = entries.filter((entry) => expression.test(entry)).sort()
  if (names.length === 0) throw new TransferError(`no file matches ${pattern}`)
  return names.map((entry) => (pattern.includes('/') ? join(folder, entry) : entry))
}
