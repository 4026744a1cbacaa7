import { crc32 } from 'node:zlib'
import { outOfRange } from '@rowhouse/platform'
import { decompressLz4 } from '../lz4/decompress-lz4.js'
import type { Lz4Memory } from '../lz4/lz4-memory.js'
import type { BlockHandle } from './block-handle.js'
import type { BlockPacker } from './block-packer.js'

/*
 * A block in a file: its content, the codec in a byte, and the CRC32 of both. The checksum starts from the
 * position, so that a block that is read from a wrong place does not pass.
 */

/** Codec and checksum. */
export const BLOCK_TRAILER_BYTES = 5
const CHECKSUM_BYTES = 4

const PLAIN = 0
const LZ4 = 1

/** True: the block lies on the disk as it does in memory, with its trailer behind. */
export const isPlain = ({ stored, content }: BlockHandle): boolean =>
  stored === content + BLOCK_TRAILER_BYTES

/** Completes a block; there must be room for the trailer behind its content. Answers where it ends. */
export function sealBlock(
  bytes: Buffer,
  start: number,
  end: number,
  position: number,
  packer?: BlockPacker,
): number {
  const packedEnd = packer?.pack(bytes, start, end) ?? end
  bytes[packedEnd] = packedEnd === end ? PLAIN : LZ4
  const sum = packedEnd + 1
  bytes.writeUInt32LE(checksumOf(bytes, start, sum, position), sum)
  return sum + CHECKSUM_BYTES
}

/**
 * Brings the content of a block from where it was read to its place in memory, which may be the same place
 * for a plain one. Answers what is damaged.
 */
export function unpackBlock(
  source: Buffer,
  start: number,
  handle: BlockHandle,
  target: Buffer,
  at: number,
  memory: Lz4Memory,
): string | undefined {
  const { position, stored, content } = handle
  const sum = start + stored - CHECKSUM_BYTES
  if (sum <= start || source.readUInt32LE(sum) !== checksumOf(source, start, sum, position))
    return `the checksum of the block at byte ${position} is wrong`
  const codec = source[sum - 1] ?? outOfRange()
  if (codec === LZ4 && !isPlain(handle)) {
    const limit = at + content
    const length = decompressLz4(source, start, sum - 1, target, at, limit, memory)
    return length === content ? undefined : `the block at byte ${position} has a wrong length`
  }
  if (codec !== PLAIN) return `the block at byte ${position} has the unknown codec ${codec}`
  if (!isPlain(handle)) return `the block at byte ${position} has a wrong length`
  if (target !== source || at !== start) source.copy(target, at, start, start + content)
  return undefined
}

const checksumOf = (bytes: Buffer, start: number, end: number, position: number): number =>
  crc32(bytes.subarray(start, end), position % 2 ** 32)
