import { crc32 } from 'node:zlib'
import { readPosition, writePosition } from './position.js'

/**
 * The header of a frame; docs/formats.md shows it byte by byte. The checksum starts from the salt of the
 * segment, so that bytes of another segment, or of a value that a client has chosen, are not taken for a
 * frame.
 */
export interface FrameHeader {
  readonly records: number
  readonly position: number
  readonly payloadBytes: number
  readonly payloadChecksum: number
  /** Milliseconds between the creation of its segment and its own writing; 0 in segments of version 1. */
  readonly age: number
}

export const FRAME_HEADER_BYTES = 32
export const RECORD_PREFIX_BYTES = 4
export const FRAME_MAGIC = Buffer.from('RHLF', 'latin1')

/** 49 days: a new segment begins before a frame would exceed this age. */
export const FRAME_AGE_MAX = 0xff_ff_ff_ff

const CHECKSUM_OFFSET = FRAME_HEADER_BYTES - 4

export function writeFrameHeader(target: Buffer, header: FrameHeader, salt: number): void {
  FRAME_MAGIC.copy(target, 0)
  target.writeUInt32LE(header.records, 4)
  writePosition(target, header.position, 8)
  target.writeUInt32LE(header.payloadBytes, 16)
  target.writeUInt32LE(header.payloadChecksum, 20)
  target.writeUInt32LE(header.age, 24)
  target.writeUInt32LE(crc32(target.subarray(0, CHECKSUM_OFFSET), salt), CHECKSUM_OFFSET)
}

/** Undefined unless there is a valid header of this segment. */
export function readFrameHeader(
  source: Buffer,
  offset: number,
  salt: number,
): FrameHeader | undefined {
  if (source.length - offset < FRAME_HEADER_BYTES) return undefined
  const head = source.subarray(offset, offset + FRAME_HEADER_BYTES)
  if (head.compare(FRAME_MAGIC, 0, 4, 0, 4) !== 0) return undefined
  if (crc32(head.subarray(0, CHECKSUM_OFFSET), salt) !== head.readUInt32LE(CHECKSUM_OFFSET)) {
    return undefined
  }
  return {
    records: head.readUInt32LE(4),
    position: readPosition(head, 8),
    payloadBytes: head.readUInt32LE(16),
    payloadChecksum: head.readUInt32LE(20),
    age: head.readUInt32LE(24),
  }
}
