import { join } from 'node:path'
import type { FileHandle, Files } from '@rowhouse/platform'
import { engineLimits } from '../limits.js'
import { FRAME_HEADER_BYTES, FRAME_MAGIC, readFrameHeader } from './frame.js'
import { FrameScanner } from './frame-scanner.js'
import { LogDamagedError } from './log-errors.js'
import { type LogManifest, MANIFEST_NAME, NEW_MANIFEST_NAME } from './log-manifest.js'
import { openSegment, type Segment, SEGMENT_HEADER_BYTES, segmentBase } from './segment.js'
import { spareNumber } from './segment-chain.js'
import type { SegmentTail } from './log-segment-writer.js'

/** What recovery finds in the folder. */
export interface RecoveredSegments {
  readonly segments: readonly Segment[]
  readonly spareNames: readonly string[]
  /** Undefined when there is no segment yet. */
  readonly tail: SegmentTail | undefined
}

export interface RecoveryOptions {
  /** In a relaxed log several frames may be unsynced, so valid ones may follow a torn one. */
  readonly relaxed: boolean
  /** The caller reads everything from here on, and thereby checks it. */
  readonly replayFrom: number
}

export async function recoverSegments(
  files: Files,
  directory: string,
  manifest: LogManifest,
  options: RecoveryOptions,
): Promise<RecoveredSegments> {
  // File names must be durable before recovery relies on them: a segment's removal without the manifest
  // that drops it would leave a gap.
  await files.syncDirectory(directory)
  const names = await files.list(directory)
  const segments = await openSegments(files, directory, names, manifest)
  const spareNames = await tidyUp(files, directory, names, manifest)
  const last = segments.at(-1)
  if (last === undefined) return { segments, spareNames, tail: undefined }
  for (const segment of segments) {
    const end = segment.next?.previousEnd
    if (end === undefined || end <= manifest.checkpoint || end > options.replayFrom) continue
    await verifySegment(files, segment, end)
  }
  const tail =
    (await cleanTail(files, last, manifest)) ?? (await recoverTail(files, last, options.relaxed))
  const known = Math.max(manifest.knownEnd, manifest.checkpoint)
  if (tail.position < known) {
    await tail.file.close()
    throw new LogDamagedError(last.path, tail.offset, `the log ended at ${known} before`)
  }
  return { segments, spareNames, tail }
}

/** The segments that the manifest still needs, linked in order. */
async function openSegments(
  files: Files,
  directory: string,
  names: readonly string[],
  manifest: LogManifest,
): Promise<Segment[]> {
  const segments: Segment[] = []
  for (const name of names) {
    const base = segmentBase(name)
    if (base === undefined || base < manifest.start) continue
    const segment = await openSegment(files, directory, base)
    const previous = segments.at(-1)
    if (previous !== undefined) previous.next = segment
    const follows = previous === undefined ? manifest.start : undefined
    if (segment.previousEnd !== (follows ?? segment.previousEnd)) {
      throw new LogDamagedError(segment.path, 24, `the segment at ${manifest.start} is missing`)
    }
    segments.push(segment)
  }
  if (segments.length === 0 && manifest.knownEnd > manifest.start) {
    const manifestPath = join(directory, MANIFEST_NAME)
    throw new LogDamagedError(manifestPath, 0, 'all segments are missing')
  }
  return segments
}

/** Removes what an interrupted change left behind. Returns the spares that stay. */
async function tidyUp(
  files: Files,
  directory: string,
  names: readonly string[],
  manifest: LogManifest,
): Promise<string[]> {
  const spares: string[] = []
  for (const name of names) {
    const isSpare = spareNumber(name) !== undefined
    if (isSpare && spares.length < engineLimits.LOG_SPARE_SEGMENTS_MAX) {
      spares.push(name)
      continue
    }
    const base = segmentBase(name)
    const dropped = base !== undefined && base < manifest.start
    if (isSpare || dropped || name === NEW_MANIFEST_NAME) await files.remove(join(directory, name))
  }
  return spares
}

/** Checks every frame of a complete segment. */
async function verifySegment(files: Files, segment: Segment, end: number): Promise<void> {
  const file = await files.open(segment.path, 'read')
  const scanner = scannerOf(file, segment)
  try {
    while (scanner.position < end) {
      const frames = await scanner.next(end)
      if (frames.length === 0) {
        throw new LogDamagedError(segment.path, scanner.offset, 'no valid frame')
      }
      for (const frame of frames) segment.index.note(frame.header.position, frame.offset)
    }
    segment.verifiedEnd = end
  } finally {
    await scanner.settled()
    await file.close()
  }
}

/**
 * Returns the tail of a log that was closed cleanly: the manifest has its end, and the store has all of it,
 * so no frame needs to be scanned.
 */
async function cleanTail(
  files: Files,
  segment: Segment,
  { checkpoint, knownEnd }: LogManifest,
): Promise<SegmentTail | undefined> {
  const offset = SEGMENT_HEADER_BYTES + knownEnd - segment.base
  if (checkpoint !== knownEnd || offset <= SEGMENT_HEADER_BYTES) return undefined
  const file = await files.open(segment.path, 'write')
  if ((await file.size()) === offset) {
    const time = segment.createdAt ?? 0
    return { file, segment, offset, position: knownEnd, allocated: offset, time }
  }
  await file.close()
  return undefined
}

/**
 * Finds the end of the last segment. At most one frame was unsynced at any time, so invalid bytes there are
 * a torn write and will be overwritten, unless a later frame shows that they were durable once.
 */
async function recoverTail(files: Files, segment: Segment, relaxed: boolean): Promise<SegmentTail> {
  const file = await files.open(segment.path, 'write')
  const scanner = scannerOf(file, segment)
  try {
    let lastOffset = SEGMENT_HEADER_BYTES
    let age = 0
    for (;;) {
      const frames = await scanner.next(Number.POSITIVE_INFINITY)
      if (frames.length === 0) break
      for (const frame of frames) segment.index.note(frame.header.position, frame.offset)
      lastOffset = frames.at(-1)?.offset ?? lastOffset
      age = frames.at(-1)?.header.age ?? age
    }
    await scanner.settled()
    const { offset } = scanner
    const position = offset > SEGMENT_HEADER_BYTES ? scanner.position : segment.previousEnd
    if (relaxed) await file.truncate(offset)
    else await refuseDamage(file, segment, offset, scanner.position)
    // The sync of the last frame may have failed; then it can be read now and still be lost at a power cut.
    await file.write(await file.read(lastOffset, offset - lastOffset), lastOffset)
    await file.datasync()
    segment.verifiedEnd = position
    const time = (segment.createdAt ?? 0) + age
    return { file, segment, offset, position, allocated: await file.size(), time }
  } catch (error) {
    await scanner.settled()
    await file.close()
    throw error
  }
}

/** Throws when a frame of this segment begins anywhere behind `offset`. */
async function refuseDamage(
  file: FileHandle,
  segment: Segment,
  offset: number,
  position: number,
): Promise<void> {
  const size = await file.size()
  const length = engineLimits.LOG_READ_BYTES + FRAME_HEADER_BYTES - 1
  const buffer = Buffer.allocUnsafeSlow(length)
  for (let start = offset + 1; start < size; start += engineLimits.LOG_READ_BYTES) {
    const chunk = await file.read(start, length, buffer)
    for (let at = chunk.indexOf(FRAME_MAGIC); at >= 0; at = chunk.indexOf(FRAME_MAGIC, at + 1)) {
      const header = readFrameHeader(chunk, at, segment.salt)
      if (header !== undefined && header.position > position) {
        throw new LogDamagedError(segment.path, offset, 'no valid frame, yet later ones follow')
      }
    }
  }
}

function scannerOf(file: FileHandle, segment: Segment): FrameScanner {
  return new FrameScanner(file, segment, segment.index.floor(segment.base), false)
}
