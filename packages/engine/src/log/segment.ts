import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { LogDamagedError, LogVersionError } from './log-errors.js'
import { readPosition, writePosition } from './position.js'
import { SegmentIndex } from './segment-index.js'

/**
 * One file of the log. Its frames follow the header without gaps: a frame is `position - base` bytes behind
 * it.
 */
export interface Segment {
  readonly path: string
  readonly base: number
  /** Where the frames of the previous segment end: at `base`, unless some were lost on a full disk. */
  readonly previousEnd: number
  readonly salt: number
  /** Milliseconds since the epoch; undefined in segments of version 1, whose frames have no time. */
  readonly createdAt: number | undefined
  readonly index: SegmentIndex
  /** The segment that follows; if there is one, this one is complete and ends at its `previousEnd`. */
  next: Segment | undefined
  /** Recovery has checked every payload before this position, so that replay need not do it again. */
  verifiedEnd: number
  /** The number of readers that have its file open. */
  readers: number
  dropped: boolean
}

export const SEGMENT_HEADER_BYTES = 64
const SEGMENT_MAGIC = Buffer.from('RHLOGSEG', 'latin1')
const SEGMENT_VERSION = 2
const VERSION_WITHOUT_TIME = 1
const CHECKSUM_OFFSET = SEGMENT_HEADER_BYTES - 4
const NAME = /^segment-(\d{16})\.log$/

export function segmentName(base: number): string {
  return `segment-${String(base).padStart(16, '0')}.log`
}

/** The first position of the segment with this file name; undefined for other files. */
export function segmentBase(name: string): number | undefined {
  const digits = NAME.exec(name)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

export type SegmentHeader = Pick<Segment, 'base' | 'previousEnd' | 'salt' | 'createdAt'>

export function newSegment(path: string, header: SegmentHeader): Segment {
  const { base } = header
  const first = { position: base, offset: SEGMENT_HEADER_BYTES }
  const index = new SegmentIndex(first, engineLimits.LOG_READ_BYTES)
  return {
    ...header,
    path,
    index,
    next: undefined,
    verifiedEnd: base,
    readers: 0,
    dropped: false,
  }
}

export function encodeSegmentHeader(segment: SegmentHeader & { createdAt: number }): Buffer {
  const { base, previousEnd, salt, createdAt } = segment
  const header = Buffer.alloc(SEGMENT_HEADER_BYTES)
  SEGMENT_MAGIC.copy(header, 0)
  header.writeUInt32LE(SEGMENT_VERSION, 8)
  header.writeUInt32LE(salt, 12)
  writePosition(header, base, 16)
  writePosition(header, previousEnd, 24)
  writePosition(header, createdAt, 32)
  header.writeUInt32LE(crc32(header.subarray(0, CHECKSUM_OFFSET)), CHECKSUM_OFFSET)
  return header
}

export async function openSegment(files: Files, directory: string, base: number): Promise<Segment> {
  const path = join(directory, segmentName(base))
  const file = await files.open(path, 'read')
  try {
    return decodeSegmentHeader(await file.read(0, SEGMENT_HEADER_BYTES), path, base)
  } finally {
    await file.close()
  }
}

export function decodeSegmentHeader(header: Buffer, path: string, base: number): Segment {
  if (header.length < SEGMENT_HEADER_BYTES || header.compare(SEGMENT_MAGIC, 0, 8, 0, 8) !== 0) {
    throw new LogDamagedError(path, 0, 'no segment header')
  }
  const version = header.readUInt32LE(8)
  if (version > SEGMENT_VERSION) throw new LogVersionError(path, version, SEGMENT_VERSION)
  if (crc32(header.subarray(0, CHECKSUM_OFFSET)) !== header.readUInt32LE(CHECKSUM_OFFSET)) {
    throw new LogDamagedError(path, 0, 'the checksum of the segment header is wrong')
  }
  if (readPosition(header, 16) !== base) {
    throw new LogDamagedError(path, 16, 'the segment header belongs to another file')
  }
  return newSegment(path, {
    base,
    previousEnd: readPosition(header, 24),
    salt: header.readUInt32LE(12),
    createdAt: version === VERSION_WITHOUT_TIME ? undefined : readPosition(header, 32),
  })
}
