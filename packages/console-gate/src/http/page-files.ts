import { readFile, readdir } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { hasCode } from '@rowhouse/platform'

/** One built file of the console. */
export interface PageFile {
  readonly type: string
  readonly bytes: Buffer
  readonly compressed: Buffer
  /** The name changes with the content, so browsers may keep it. */
  readonly isImmutable: boolean
}

/** The built files by their path, such as `assets/index-4fa2.js`. */
export type Pages = ReadonlyMap<string, PageFile>

const TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.json', 'application/json'],
  ['.txt', 'text/plain; charset=utf-8'],
])

const compress = promisify(gzip)

/** Reads the built console into memory, some hundred kilobytes; undefined when it is not built. */
export async function readPages(folder: string): Promise<Pages | undefined> {
  const pages = new Map<string, PageFile>()
  for (const path of await filesOf(folder)) {
    const bytes = await readFile(path)
    const name = relative(folder, path).split(sep).join('/')
    pages.set(name, {
      type: TYPES.get(extname(path)) ?? 'application/octet-stream',
      bytes,
      compressed: await compress(bytes),
      isImmutable: name.startsWith('assets/'),
    })
  }
  return pages.has(INDEX) ? pages : undefined
}

/** The page of every address within the console. */
export const INDEX = 'index.html'

async function filesOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
