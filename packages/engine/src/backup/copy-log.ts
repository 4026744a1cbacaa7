import { FrameScanner } from '../log/frame-scanner.js'
import { LogDamagedError } from '../log/log-errors.js'
import { type Segment, openSegment, segmentBase, segmentName } from '../log/segment.js'
import type { FileHandle, Files } from '../platform/files.js'
import type { BackupFile } from './backup-manifest.js'
import { BackupError } from './backup-error.js'
import { SummedFile } from './summed-file.js'

export interface CopiedLog {
  readonly files: readonly BackupFile[]
  /** Where the segment before the first one ended. */
  readonly start: number
  /** One past the last record: the end that was asked for, or of the frame that it lies in. */
  readonly end: number
}

export interface CopyLogOptions {
  readonly files: Files
  readonly logDirectory: string
  readonly directory: string
  /** Wanted from here on; later is good enough up to `from`. */
  readonly wanted: number
  readonly from: number
  /** Everything before it is durable, and no segment from `from` on goes while this runs. */
  readonly end: number
}

/** Copies the segments of a log in use up to a durable end, and checks every frame on the way. */
export async function copyLog(options: CopyLogOptions): Promise<CopiedLog> {
  const { files, from } = options
  const segments = await segmentsFor(options)
  const [first] = segments
  if (first === undefined || first.previousEnd > from) {
    throw new BackupError('the backup took so long that the commit log was let go meanwhile')
  }
  const copied: BackupFile[] = []
  let end = first.previousEnd
  for (const segment of segments) {
    const source = await files.open(segment.path, 'read')
    try {
      const place = await endOf(source, segment, options.end)
      copied.push(await copyFile(options, segment, source, place.offset))
      end = Math.max(end, place.position)
    } finally {
      await source.close()
    }
  }
  return { files: copied, start: first.previousEnd, end }
}

/** Those that hold something between the wanted position and the end, linked. */
async function segmentsFor(options: CopyLogOptions): Promise<readonly Segment[]> {
  const { files, logDirectory, wanted, end } = options
  const segments: Segment[] = []
  for (const name of await files.list(logDirectory)) {
    const base = segmentBase(name)
    if (base === undefined) continue
    const segment = await openSegment(files, logDirectory, base)
    const previous = segments.at(-1)
    if (previous !== undefined) previous.next = segment
    segments.push(segment)
  }
  const isNeeded = ({ base, next }: Segment): boolean =>
    base <= end && (next === undefined || next.previousEnd > wanted || base >= wanted)
  const needed = segments.filter(isNeeded)
  // A segment that begins where the log ends has nothing yet, unless it is the only one.
  return needed.filter(({ base }, place) => place === 0 || base < end)
}

/** Where in its file the frames of a segment end, or the first one that reaches the end of the log. */
async function endOf(
  source: FileHandle,
  segment: Segment,
  end: number,
): Promise<{ readonly offset: number; readonly position: number }> {
  const stop = Math.min(end, segment.next?.previousEnd ?? end)
  const start = segment.index.floor(segment.base)
  const scanner = new FrameScanner(source, segment, start, false)
  try {
    while (scanner.position < stop) {
      const frames = await scanner.next(stop)
      if (frames.length > 0) continue
      throw new LogDamagedError(segment.path, scanner.offset, 'no valid frame')
    }
    return { offset: scanner.offset, position: scanner.position }
  } finally {
    await scanner.settled()
  }
}

async function copyFile(
  { files, directory }: CopyLogOptions,
  { base }: Segment,
  source: FileHandle,
  length: number,
): Promise<BackupFile> {
  const file = await SummedFile.create(files, directory, 'log', segmentName(base))
  try {
    await file.copy(source, length)
  } catch (error) {
    await file.abandon()
    throw error
  }
  return file.finish()
}
