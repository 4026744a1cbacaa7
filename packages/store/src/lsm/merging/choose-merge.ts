import { outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'

/** Neighbours by age that become one run: from the index of the newest up to `to`, which is not in it. */
export interface MergeChoice {
  readonly from: number
  readonly to: number
}

/** The runs that may be merged, the newest first. */
export interface MergeableRuns {
  readonly bytes: readonly number[]
  /** Whether the oldest of them is the oldest of the store. */
  readonly reachesLast: boolean
  /** Nothing was written for a while. */
  readonly isIdle: boolean
}

/**
 * Eight runs of about one size become one, so that an entry is written about once for each power of eight of
 * the data. Everything is merged into the last run when all others together have reached its size, which
 * bounds what overwritten entries take; in a store at rest already at an eighth of its size.
 */
export function chooseMerge({
  bytes,
  reachesLast,
  isIdle,
}: MergeableRuns): MergeChoice | undefined {
  if (bytes.length < 2) return undefined
  const above = bytes.slice(0, -1).reduce((sum, size) => sum + size, 0)
  const part = isIdle ? storeLimits.MERGE_IDLE_PART : 1
  if (reachesLast && above * part >= (bytes.at(-1) ?? outOfRange()))
    return { from: 0, to: bytes.length }
  if (isIdle && bytes.length > 2) return { from: 0, to: bytes.length - 1 }
  for (let from = 0, to = 0; from < bytes.length; from = to) {
    to = endOfTier(bytes, from)
    if (to - from >= storeLimits.MERGE_RUNS) return { from, to }
  }
  return undefined
}

/** Behind the runs that are not much larger than the newest of them. */
function endOfTier(bytes: readonly number[], from: number): number {
  const most = (bytes[from] ?? outOfRange()) * storeLimits.MERGE_SIZE_RATIO
  let to = from + 1
  while (to < bytes.length && (bytes[to] ?? outOfRange()) <= most) to++
  return to
}
