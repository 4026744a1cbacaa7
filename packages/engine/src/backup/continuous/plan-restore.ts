import { expectDefined, objectFile, type ObjectStore } from '@rowhouse/platform'
import { FrameScanner } from '../../log/frame-scanner.js'
import { LogDamagedError } from '../../log/log-errors.js'
import { SEGMENT_HEADER_BYTES, type Segment, decodeSegmentHeader } from '../../log/segment.js'
import { BackupError } from '../backup-error.js'
import type { LogEnd } from '../build-data-folder.js'
import { checkContents } from '../check-contents.js'
import type { LogPiece } from '../log-piece.js'
import type { History, OtherVersion, StoreManifest, StoredBase } from './store-manifest.js'

/** What a restore to a moment reads. */
export interface RestorePlan {
  readonly history: History
  readonly base: StoredBase
  readonly log: readonly LogPiece[]
  readonly end: LogEnd
  /** When the last restored record was written, if known. */
  readonly lastAt: number | undefined
  /** Records of the log that are not restored, because they were written later. */
  readonly recordsLeftOut: number
  readonly others: readonly OtherVersion[]
}

/** Plans the restore to a moment, in milliseconds since the epoch, or to the newest one. */
export async function planRestore(
  objects: ObjectStore,
  manifest: StoreManifest,
  to: number | undefined,
): Promise<RestorePlan> {
  const histories = manifest.histories.filter(({ bases }) => bases.length > 0)
  if (histories.length === 0) {
    throw new BackupError('the store has no base copy yet: nothing can be restored from it')
  }
  let after: History | undefined
  for (const history of histories.toReversed()) {
    assertLogIsWhole(history)
    const isTooEarly = to !== undefined && history !== histories[0] && isBefore(to, history)
    const found = isTooEarly ? undefined : await planWithin(objects, history, to)
    if (found !== undefined) {
      if (to !== undefined && to > history.coveredUntil) throw notCovered(to, history, after)
      return found
    }
    after = history
  }
  const first = histories[0]?.bases[0]?.completedAt ?? 0
  throw new BackupError(`the store goes back to ${timeText(first)}, no further`)
}

/**
 * For a moment before a history began, an earlier history counts: the log of a server that continued from a
 * restore has the old writes too, but not those that the restore left out.
 */
const isBefore = (to: number, { bases }: History): boolean => to < (bases[0]?.createdAt ?? 0)

/**
 * A base can be used if its end is not behind the target, and if the time of a record or of the base's
 * completion shows that it is not later than the moment.
 */
function isFor(base: StoredBase, { end, lastAt }: Target, to: number | undefined): boolean {
  if (base.end > end.position) return false
  return lastAt !== undefined || to === undefined || to >= base.completedAt
}

/** Throws unless the pieces of a history are adjacent. */
export function assertLogIsWhole({ log }: History): void {
  for (const [at, piece] of log.entries()) {
    const before = log[at - 1]
    const isNew = piece.offset === 0
    const follows =
      before === undefined
        ? isNew
        : piece.start === before.end &&
          (isNew || (piece.base === before.base && piece.offset === before.offset + before.bytes))
    if (!follows) throw new BackupError(`the manifest of the store is wrong: ${piece.name}`)
  }
}

export const timeText = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Undefined when the history does not go back so far. */
async function planWithin(
  objects: ObjectStore,
  history: History,
  to: number | undefined,
): Promise<RestorePlan | undefined> {
  const target = await findTarget(objects, history, to ?? Number.POSITIVE_INFINITY)
  const base = history.bases.findLast((one) => isFor(one, target, to))
  return base && planFrom(history, base, target, to ?? history.coveredUntil)
}

/** `after` is the next history, which begins later: what was written in between was never shipped. */
function notCovered(
  to: number,
  { coveredUntil }: History,
  after: History | undefined,
): BackupError {
  const known = `the store has what was written up to ${timeText(coveredUntil)}`
  const next = after?.bases[0]?.completedAt
  const text =
    next === undefined
      ? `, and not ${timeText(to)}; without --to all of that is restored`
      : ` and again from ${timeText(next)} on, and not ${timeText(to)}`
  return new BackupError(`${known}${text}`)
}

interface Target {
  /** The number of pieces of the history's log that are needed. */
  readonly pieces: number
  readonly end: LogEnd
  readonly lastAt: number | undefined
  readonly recordsLeftOut: number
}

function planFrom(history: History, base: StoredBase, target: Target, moment: number): RestorePlan {
  const { end, lastAt, recordsLeftOut } = target
  const first = history.log.findIndex(({ offset, start }) => offset === 0 && start >= base.logStart)
  const log = history.log.slice(first, target.pieces)
  return { history, base, log, end, lastAt, recordsLeftOut, others: othersAt(history, moment) }
}

/** Each other file as it was at the moment, or in its first version if that is later. */
function othersAt({ others }: History, moment: number): OtherVersion[] {
  const targets = [...new Set(others.map(({ target }) => target))]
  return targets.flatMap((target) => {
    const versions = others.filter((version) => version.target === target)
    return versions.findLast(({ since }) => since <= moment) ?? versions[0] ?? []
  })
}

/**
 * Finds the end of the log that was written up to a time. Times are too late, and then go back, where the
 * clock had jumped ahead for a while; the last piece that begins by the time decides.
 */
async function findTarget(objects: ObjectStore, { log }: History, to: number): Promise<Target> {
  const known = log.findLastIndex(({ first }) => first !== undefined && first <= to)
  const at = log.findIndex(({ last }, index) => index >= known && last !== undefined && last > to)
  const piece = log[at]
  if (piece === undefined) return endOf(log, log.length, 0)
  const isRead = ({ base, offset }: LogPiece): boolean =>
    base === piece.base && (offset === 0 || offset === piece.offset)
  await checkContents(objects, log.filter(isRead))
  const found = await findFrame(objects, log, piece, to)
  const later = log.slice(at + 1).reduce((sum, { records }) => sum + records, 0)
  const recordsLeftOut = later + found.recordsLeftOut
  if (found.isNothing) return endOf(log, at, recordsLeftOut)
  return { ...found, pieces: at + 1, recordsLeftOut }
}

function endOf(log: readonly LogPiece[], pieces: number, recordsLeftOut: number): Target {
  const last = pieces === 0 ? undefined : expectDefined(log[pieces - 1], 'the log has the piece')
  const end =
    last === undefined
      ? { position: 0, offset: 0 }
      : { position: last.end, offset: last.offset + last.bytes }
  const lastAt = log.slice(0, pieces).findLast((piece) => piece.last !== undefined)?.last
  return { pieces, end, lastAt, recordsLeftOut }
}

interface FoundFrame {
  readonly isNothing: boolean
  readonly end: LogEnd
  readonly lastAt: number | undefined
  readonly recordsLeftOut: number
}

/** Finds the first frame of a piece that was written later than the time. */
async function findFrame(
  objects: ObjectStore,
  log: readonly LogPiece[],
  piece: LogPiece,
  to: number,
): Promise<FoundFrame> {
  const segment = await segmentOf(objects, log, piece)
  const createdAt = segment.createdAt ?? 0
  const file = objectFile(objects, piece.name, piece.bytes, piece.offset)
  const start = Math.max(piece.offset, SEGMENT_HEADER_BYTES)
  const place = { position: piece.start, offset: start }
  const scanner = new FrameScanner(file, segment, place, false)
  let records = 0
  let position = piece.start
  let lastAt: number | undefined
  try {
    for (;;) {
      const frames = await scanner.next(piece.end)
      if (frames.length === 0) throw new LogDamagedError(piece.name, scanner.offset, 'no frame')
      for (const { header, offset, end } of frames) {
        const writtenAt = createdAt + header.age
        if (writtenAt > to) {
          const recordsLeftOut = piece.records - records
          return { isNothing: offset === start, end: { position, offset }, lastAt, recordsLeftOut }
        }
        records += header.records
        position = end
        lastAt = writtenAt
      }
    }
  } finally {
    await scanner.settled()
  }
}

async function segmentOf(
  objects: ObjectStore,
  log: readonly LogPiece[],
  { base }: LogPiece,
): Promise<Segment> {
  const head = log.find((piece) => piece.base === base && piece.offset === 0)
  if (head === undefined) throw new BackupError(`the store lacks the head of segment ${base}`)
  const range = { offset: 0, length: SEGMENT_HEADER_BYTES }
  return decodeSegmentHeader(await objects.get(head.name, range), head.name, base)
}
