import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { OtherFile } from '@rowhouse/engine'
import { nodeFiles } from '@rowhouse/platform'
import { instancesFile } from '../instances/instances-file.js'

/**
 * The files that every backup includes beside store and log. Empty when the folder never had an instance.
 */
export async function carriedFiles(data: string): Promise<readonly OtherFile[]> {
  const path = instancesFile(data)
  const names = await nodeFiles.list(data)
  const name = names.find((one) => join(data, one) === path)
  return name === undefined ? [] : [{ name, content: await readFile(path) }]
}

/** Search indexes are not in a backup: a restored server builds them from their tables. */
const SEARCH_CURSORS = 'search/'

export const keepsCursor = (name: string): boolean => !name.startsWith(SEARCH_CURSORS)
