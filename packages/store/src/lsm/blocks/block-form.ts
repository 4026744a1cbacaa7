import { crc32 } from 'node:zlib'
import { outOfRange } from '@rowhouse/platform'
import type { BlockHandle } from './block-handle.js'

/*
 * A block in a file: its content, the codec in a byte, and the CRC32 of both. The checksum starts from the
 * position, so that a block that is read from a wrong place does not pass.
 */

/** Codec and checksum. */
export const BLOCK_TRAILER_BYTES = 5

const PLAIN = 0

/** True: the block lies on the disk as it does in memory, with its trailer behind. */
export const isPlain = ({ stored, content }: BlockHandle): boolean =>
  stored === content + BLOCK_TRAILER_BYTES

/** Completes a block; there must be room for the trailer behind its content. Answers where it ends. */
export function sealBlock(bytes: Buffer, start: number, end: number, position: number): number {
  bytes[end] = PLAIN
  bytes.writeUInt32LE(checksumOf(bytes, start, end + 1, position), end + 1)
  return end + BLOCK_TRAILER_BYTES
}

/**
 * Brings the content of a block from where it was read to its place in memory, which may be the same place.
 * Answers what is damaged.
 */
export function unpackBlock(
  source: Buffer,
  start: number,
  { position, stored, content }: BlockHandle,
  target: Buffer,
  at: number,
): string | undefined {
  const sum = start + stored - 4
  if (sum <= start || source.readUInt32LE(sum) !== checksumOf(source, start, sum, position))
    return `the checksum of the block at byte ${position} is wrong`
  const codec = source[sum - 1] ?? outOfRange()
  if (codec !== PLAIN) return `the block at byte ${position} has the unknown codec ${codec}`
  if (sum - 1 - start !== content) return `the block at byte ${position} has a wrong length`
  if (target !== source || at !== start) source.copy(target, at, start, start + content)
  return undefined
}

const checksumOf = (bytes: Buffer, start: number, end: number, position: number): number =>
  crc32(bytes.subarray(start, end), position % 2 ** 32)
