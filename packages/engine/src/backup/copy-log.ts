import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { engineLimits } from '../limits.js'
import { FRAME_HEADER_BYTES } from '../log/frame.js'
import { type Frame, FrameScanner } from '../log/frame-scanner.js'
import { LogDamagedError } from '../log/log-errors.js'
import {
  SEGMENT_HEADER_BYTES,
  type Segment,
  openSegment,
  segmentBase,
  segmentName,
} from '../log/segment.js'
import { type FileHandle, type Files, expectDefined, hasCode } from '@rowhouse/platform'
import { BackupError } from './backup-error.js'
import { combineChecksums } from './combine-checksums.js'
import type { LogPiece, LogPlace } from './log-piece.js'
import { type SummedObject, fillObject } from './summed-object.js'

/** Thrown when the log no longer reaches back to where the copy ended, or is another log. */
export class LogGapError extends BackupError {
  constructor(message: string) {
    super(message)
    this.name = 'LogGapError'
  }
}

/** The segments of a log that may be in use. */
export interface LogFolder {
  readonly files: Files
  readonly logDirectory: string
}

/** What is known of a piece before it is copied. */
export interface PieceStart extends Pick<LogPiece, 'base' | 'offset' | 'start'> {
  /** The piece ends at this position, or with the frame that contains it. */
  readonly stop: number
}

/** Begins the object of a piece. Its name must not be that of another object that is needed. */
export type BeginPiece = (piece: PieceStart) => Promise<SummedObject>

/**
 * Copies the log from a place up to a durable end, or to the end of the frame that contains it, as one
 * piece per segment, and verifies every frame.
 */
export async function copyLog(
  folder: LogFolder,
  from: LogPlace,
  end: number,
  begin: BeginPiece,
): Promise<readonly LogPiece[]> {
  const segments = await openSegments(folder, from.base)
  if (segments[0]?.base !== from.base) throw gap(from.position)
  const pieces: LogPiece[] = []
  for (const segment of segments) {
    // A segment that begins where the log ends has no frames yet; it is copied only if it is the only one.
    if (segment.base >= end && segment.base !== from.base) break
    const place = segment.base === from.base ? from : beginningOf(segment)
    const piece = await copySegment(folder, segment, place, end, begin)
    if (piece !== undefined) pieces.push(piece)
  }
  return pieces
}

/** The beginning of the segment that contains a position, or of the first segment. */
export async function findPlace(folder: LogFolder, wanted: number): Promise<LogPlace | undefined> {
  const segments = await openSegments(folder, 0)
  const found = segments.findLast(({ previousEnd }) => previousEnd <= wanted) ?? segments[0]
  return found === undefined ? undefined : { ...beginningOf(found), position: found.previousEnd }
}

/** Whether the log still has a piece byte for byte, and so is the log that the piece was copied from. */
export async function holdsPiece(folder: LogFolder, piece: LogPiece): Promise<boolean> {
  const path = join(folder.logDirectory, segmentName(piece.base))
  const file = await folder.files.open(path, 'read').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })
  if (file === undefined) return false
  try {
    const buffer = Buffer.allocUnsafeSlow(Math.min(piece.bytes, engineLimits.BACKUP_PIECE_BYTES))
    let checksum = 0
    for (let at = 0; at < piece.bytes; at += buffer.length) {
      const wanted = Math.min(buffer.length, piece.bytes - at)
      checksum = crc32(await file.read(piece.offset + at, wanted, buffer), checksum)
    }
    return checksum === piece.checksum
  } finally {
    await file.close()
  }
}

const beginningOf = ({ base }: Segment): LogPlace => ({ base, offset: 0, position: base })

const gap = (position: number): LogGapError =>
  new LogGapError(`the commit log does not reach back to position ${position} any more`)

async function openSegments({ files, logDirectory }: LogFolder, from: number): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of await files.list(logDirectory)) {
    const base = segmentBase(name)
    if (base === undefined || base < from) continue
    const segment = await openIfThere(files, logDirectory, base)
    // The segment was dropped after the listing, and so were all before it.
    if (segment === undefined) {
      segments.length = 0
      continue
    }
    const previous = segments.at(-1)
    if (previous !== undefined) previous.next = segment
    segments.push(segment)
  }
  return segments
}

async function openIfThere(
  files: Files,
  directory: string,
  base: number,
): Promise<Segment | undefined> {
  try {
    return await openSegment(files, directory, base)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

async function copySegment(
  folder: LogFolder,
  segment: Segment,
  place: LogPlace,
  end: number,
  begin: BeginPiece,
): Promise<LogPiece | undefined> {
  const { base, previousEnd } = segment
  const stop = Math.min(end, segment.next?.previousEnd ?? end)
  if (place.offset > 0 && place.position >= stop) return undefined
  const source = await folder.files.open(segment.path, 'read').catch((error: unknown) => {
    throw hasCode(error, 'ENOENT') ? gap(place.position) : error
  })
  const start = place.offset === 0 ? previousEnd : place.position
  try {
    const object = await begin({ base, offset: place.offset, start, stop })
    const [copied, content] = await fillObject(object, async () => {
      const span = await copyFrames(source, segment, place, stop, object)
      await assertThere(folder, segment)
      return span
    })
    return { base, offset: place.offset, start, ...copied, ...content }
  } catch (error) {
    // The bytes may come from a later use of the file.
    if (error instanceof LogDamagedError) await assertThere(folder, segment)
    throw error
  } finally {
    await source.close()
  }
}

type CopiedFrames = Pick<LogPiece, 'end' | 'records' | 'first' | 'last'>

/** Copies the frames from a place on, up to the first one that reaches the stop. */
async function copyFrames(
  source: FileHandle,
  segment: Segment,
  place: LogPlace,
  stop: number,
  object: SummedObject,
): Promise<CopiedFrames> {
  const { previousEnd, createdAt } = segment
  if (place.offset === 0) await object.append(await source.read(0, SEGMENT_HEADER_BYTES))
  const offset = Math.max(place.offset, SEGMENT_HEADER_BYTES)
  const scanner = new FrameScanner(source, segment, { ...place, offset }, false)
  let records = 0
  let first: number | undefined
  let last: number | undefined
  try {
    while (scanner.position < stop) {
      const frames = await scanner.next(stop)
      if (frames.length === 0) {
        throw new LogDamagedError(segment.path, scanner.offset, 'no valid frame')
      }
      await object.appendKnown(scanner.bytes, checksumOf(frames, scanner.bytes))
      for (const { header } of frames) records += header.records
      if (createdAt === undefined) continue
      first ??= createdAt + expectDefined(frames[0], 'there are frames').header.age
      last = createdAt + expectDefined(frames.at(-1), 'there are frames').header.age
    }
  } finally {
    await scanner.settled()
  }
  return {
    end: offset === scanner.offset ? previousEnd : scanner.position,
    records,
    ...(first !== undefined && { first }),
    ...(last !== undefined && { last }),
  }
}

/** Frames that are shorter are summed faster than their checksums are combined. */
const COMBINED_BYTES_MIN = 8192

/** The checksum of adjacent frames, computed from their own verified checksums. */
function checksumOf(frames: readonly Frame[], bytes: Buffer): number {
  let checksum = 0
  let summed = 0
  let at = 0
  for (const { header, payload } of frames) {
    const start = at + FRAME_HEADER_BYTES
    at = start + payload.length
    if (payload.length < COMBINED_BYTES_MIN) continue
    checksum = crc32(bytes.subarray(summed, start), checksum)
    checksum = combineChecksums(checksum, header.payloadChecksum, payload.length)
    summed = at
  }
  return crc32(bytes.subarray(summed, at), checksum)
}

/** Throws if the segment was dropped, and its file perhaps reused, while it was read. */
async function assertThere({ files, logDirectory }: LogFolder, segment: Segment): Promise<void> {
  const now = await openIfThere(files, logDirectory, segment.base)
  if (now?.salt !== segment.salt) throw gap(segment.base)
}
