import { crc32 } from 'node:zlib'
import {
  type BlockHandle,
  HANDLE_BYTES,
  createHandle,
  readHandle,
  writeHandle,
} from '../blocks/block-handle.js'

/*
 * The end of a table: the footer, then its length, its CRC32 with the length, and the magic bytes. From there
 * everything else of the file is found.
 */

export interface TableFooter {
  /** Of the table itself, so that a file in the place of another is noticed. */
  readonly number: number
  readonly entries: number
  readonly tombstones: number
  readonly topIndex: BlockHandle
  readonly firstKey: Buffer
  readonly lastKey: Buffer
}

const VERSION = 1
const MAGIC = Buffer.from('RHTABLE\n', 'latin1')
/** Length and checksum of the footer, and the magic bytes. */
export const TABLE_TAIL_FIXED_BYTES = 16

/** Version, number, entries, tombstones, the top index and the lengths of two keys. */
const FIXED_BYTES = 4 + 6 + 6 + 6 + HANDLE_BYTES + 4 + 4
const HANDLE_AT = 22
const LENGTHS_AT = HANDLE_AT + HANDLE_BYTES

export function encodeFooter({
  number,
  entries,
  tombstones,
  topIndex,
  firstKey,
  lastKey,
}: TableFooter): Buffer {
  const length = FIXED_BYTES + firstKey.length + lastKey.length
  const bytes = Buffer.alloc(length + TABLE_TAIL_FIXED_BYTES)
  bytes.writeUInt32LE(VERSION)
  bytes.writeUIntLE(number, 4, 6)
  bytes.writeUIntLE(entries, 10, 6)
  bytes.writeUIntLE(tombstones, 16, 6)
  writeHandle(bytes, HANDLE_AT, topIndex)
  bytes.writeUInt32LE(firstKey.length, LENGTHS_AT)
  bytes.writeUInt32LE(lastKey.length, LENGTHS_AT + 4)
  firstKey.copy(bytes, FIXED_BYTES)
  lastKey.copy(bytes, FIXED_BYTES + firstKey.length)
  bytes.writeUInt32LE(length, length)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, length + 4)), length + 4)
  MAGIC.copy(bytes, length + 8)
  return bytes
}

/** How many bytes of the end of the file the footer takes; a text says what is damaged. */
export function footerBytes(tail: Buffer): number | string {
  const fixed = tail.length - TABLE_TAIL_FIXED_BYTES
  if (fixed < 0 || !tail.subarray(-MAGIC.length).equals(MAGIC))
    return 'it does not end as a table does'
  return tail.readUInt32LE(fixed) + TABLE_TAIL_FIXED_BYTES
}

/** From the bytes that `footerBytes` has told; a text says what is damaged. */
export function decodeFooter(bytes: Buffer): TableFooter | string {
  const length = bytes.length - TABLE_TAIL_FIXED_BYTES
  if (bytes.readUInt32LE(length + 4) !== crc32(bytes.subarray(0, length + 4)))
    return 'the checksum of its end is wrong'
  const version = bytes.readUInt32LE()
  if (version !== VERSION) return `its format is ${version}, and this version knows ${VERSION}`
  const topIndex = createHandle()
  readHandle(bytes, HANDLE_AT, topIndex)
  const firstEnd = FIXED_BYTES + bytes.readUInt32LE(LENGTHS_AT)
  const lastEnd = firstEnd + bytes.readUInt32LE(LENGTHS_AT + 4)
  return {
    number: bytes.readUIntLE(4, 6),
    entries: bytes.readUIntLE(10, 6),
    tombstones: bytes.readUIntLE(16, 6),
    topIndex,
    firstKey: Buffer.from(bytes.subarray(FIXED_BYTES, firstEnd)),
    lastKey: Buffer.from(bytes.subarray(firstEnd, lastEnd)),
  }
}
