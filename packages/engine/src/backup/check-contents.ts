import { crc32 } from 'node:zlib'
import { limits } from '@rowhouse/protocol'
import type { ObjectStore } from '../objects/object-store.js'
import { BackupError } from './backup-error.js'
import type { SummedContent } from './summed-object.js'

/** Reads some objects and compares their checksums; throws a BackupError at the first that is wrong. */
export async function checkContents(
  objects: ObjectStore,
  contents: Iterable<SummedContent>,
): Promise<void> {
  const sizes = new Map((await objects.list('')).map(({ name, bytes }) => [name, bytes]))
  for (const content of contents) {
    const { name, bytes, checksum } = content
    const size = sizes.get(name)
    if (size === undefined) throw new BackupError(`${name} is missing`)
    if (size !== bytes) {
      throw new BackupError(`${name} is damaged: it has ${size} bytes, not ${bytes}`)
    }
    if ((await checksumOf(objects, content)) !== checksum) {
      throw new BackupError(`${name} is damaged: its checksum is wrong`)
    }
  }
}

async function checksumOf(objects: ObjectStore, { name, bytes }: SummedContent): Promise<number> {
  let checksum = 0
  for (let offset = 0; offset < bytes; offset += limits.BACKUP_PIECE_BYTES) {
    const length = Math.min(limits.BACKUP_PIECE_BYTES, bytes - offset)
    checksum = crc32(await objects.get(name, { offset, length }), checksum)
  }
  return checksum
}
