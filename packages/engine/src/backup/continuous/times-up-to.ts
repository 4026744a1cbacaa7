import type { LogPiece } from '../log-piece.js'
import type { History } from './store-manifest.js'

/**
 * A history whose times a clock ahead has made later than `now`, when that was set right: all of it was there
 * by `now`, and a restore to a later moment needs it.
 */
export function timesUpTo(history: History, now: number): History {
  const upTo = (time: number): number => Math.min(time, now)
  return {
    ...history,
    coveredUntil: upTo(history.coveredUntil),
    bases: history.bases.map((base) => ({
      ...base,
      createdAt: upTo(base.createdAt),
      completedAt: upTo(base.completedAt),
    })),
    log: history.log.map((piece) => ({
      ...piece,
      ...(piece.first !== undefined && { first: upTo(piece.first) }),
      ...(piece.last !== undefined && { last: upTo(piece.last) }),
    })),
    others: history.others.map((other) => ({ ...other, since: upTo(other.since) })),
  }
}

/** Of a segment that was put anew in one piece: its frames know nothing of times that were set right. */
export function withTimesOf(pieces: readonly LogPiece[], merged: LogPiece): LogPiece {
  const before = pieces.at(-1)
  if (before?.last === undefined || before.end !== merged.end) return merged
  return { ...merged, last: before.last }
}
