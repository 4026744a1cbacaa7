import type { LogPiece } from '../log-piece.js'
import type { History } from './store-manifest.js'

/**
 * Limits the times of a history to `now`, after a clock that was ahead has been corrected. Everything in
 * the history was written by `now`, and restores to later moments need it.
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

/**
 * Keeps the corrected times of a segment that was merged into one piece, because its frames still have the
 * old ones.
 */
export function withTimesOf(pieces: readonly LogPiece[], merged: LogPiece): LogPiece {
  const before = pieces.at(-1)
  if (before?.last === undefined || before.end !== merged.end) return merged
  return { ...merged, last: before.last }
}
