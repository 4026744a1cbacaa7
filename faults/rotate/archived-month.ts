import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the manifest of an archive says, once its files were held against it. */
export interface ArchivedMonth {
  readonly rows: number
  /** Of all rows, whatever the table is called. */
  readonly digest: string
}

/** Undefined when there is no archive. Throws when a file of it is not what the manifest says. */
export async function readArchive(
  folder: string,
  table: string,
): Promise<ArchivedMonth | undefined> {
  const file = join(folder, `${table}.manifest.json`)
  if (!existsSync(file)) return undefined
  const manifest = membersOf(JSON.parse(await readFile(file, 'utf8')))
  const files = manifest.get('files')
  if (!Array.isArray(files)) throw new Error(`${file} names no files`)
  for (const each of files) {
    const part = membersOf(each)
    const bytes = await readFile(join(folder, String(part.get('name'))))
    const sum = createHash('sha256').update(bytes).digest('hex')
    if (bytes.length !== part.get('bytes') || sum !== part.get('sha256'))
      throw new Error(`${String(part.get('name'))} is not what its manifest says`)
  }
  return { rows: Number(manifest.get('rows')), digest: String(manifest.get('digest')) }
}

function membersOf(object: unknown): Map<string, unknown> {
  if (typeof object !== 'object' || object === null) throw new Error('no object')
  return new Map(Object.entries(object))
}
