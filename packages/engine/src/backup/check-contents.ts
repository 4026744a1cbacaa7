import { isObjectMissing, type ObjectStore } from '@rowhouse/platform'
import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import { BackupError } from './backup-error.js'
import type { SummedContent } from './summed-object.js'

/**
 * Reads objects and compares their checksums; throws a BackupError at the first that is wrong. An object
 * may be missing if it is no longer needed.
 */
export async function checkContents(
  objects: ObjectStore,
  contents: Iterable<SummedContent>,
  isNeeded: (name: string) => Promise<boolean> = async () => true,
): Promise<void> {
  const sizes = new Map((await objects.list('')).map(({ name, bytes }) => [name, bytes]))
  for (const content of contents) {
    const { name, bytes, checksum } = content
    const size = sizes.get(name)
    if (size !== undefined && size !== bytes) {
      throw new BackupError(`${name} is damaged: it has ${size} bytes, not ${bytes}`)
    }
    const found = size === undefined ? undefined : await checksumIfThere(objects, content)
    if (found === checksum) continue
    if (found !== undefined) throw new BackupError(`${name} is damaged: its checksum is wrong`)
    if (await isNeeded(name)) throw new BackupError(`${name} is missing`)
  }
}

const checksumIfThere = (
  objects: ObjectStore,
  content: SummedContent,
): Promise<number | undefined> =>
  checksumOf(objects, content).catch((error: unknown) => {
    if (isObjectMissing(error)) return undefined
    throw error
  })

async function checksumOf(objects: ObjectStore, { name, bytes }: SummedContent): Promise<number> {
  let checksum = 0
  for (let offset = 0; offset < bytes; offset += engineLimits.BACKUP_PIECE_BYTES) {
    const length = Math.min(engineLimits.BACKUP_PIECE_BYTES, bytes - offset)
    checksum = crc32(await objects.get(name, { offset, length }), checksum)
  }
  return checksum
}
