import { limits } from '@rowhouse/protocol'
import type { SearchEngine } from '@rowhouse/search-engine'
import { searchLimits } from '../../limits.js'

/** Keys drawn per split: enough for splits of about equal size. */
const DRAWN_PER_SPLIT = 15

/** A small index has one split; the number grows with its rows. */
export const splitCount = (rows: number): number =>
  Math.min(limits.SCAN_SPLITS_MAX, Math.max(1, Math.ceil(rows / searchLimits.SCAN_SPLIT_ROWS)))

/** Keys of rows that are spread evenly over the index, ascending: enough to cut it into splits. */
export async function drawKeys(
  search: SearchEngine,
  index: number,
  rows: number,
): Promise<readonly Buffer[]> {
  const every = Math.max(1, Math.floor(rows / (splitCount(rows) * DRAWN_PER_SPLIT)))
  const keys = await search.keys(index, undefined, searchLimits.SCAN_KEYS_AT_ONCE, every)
  return keys.map((key) => Buffer.from(key))
}

/**
 * Cuts an index by key: a split contains its end and everything down to the previous end. Keys never move,
 * so a scan finds every row once, whatever is written meanwhile. The ends are some of the drawn keys.
 */
export function splitEnds(drawn: readonly Buffer[], splits: number): readonly Buffer[] {
  const ends: Buffer[] = []
  for (let split = 1; split < splits; split++) {
    const end = drawn[Math.floor((split * drawn.length) / splits)]
    if (end !== undefined && ends.at(-1)?.equals(end) !== true) ends.push(end)
  }
  return ends
}

/**
 * The last key of an index; undefined when it has no rows. A search for it would look at all rows of an index
 * with a sort of its own, and few rows lie behind the last of the drawn keys.
 */
export async function lastKey(
  search: SearchEngine,
  index: number,
  drawn: readonly Buffer[],
): Promise<Buffer | undefined> {
  const { SCAN_KEYS_AT_ONCE } = searchLimits
  for (let last = drawn.at(-1); ; ) {
    const keys = await search.keys(index, last, SCAN_KEYS_AT_ONCE)
    const end = keys.at(-1)
    if (end !== undefined) last = Buffer.from(end)
    if (keys.length < SCAN_KEYS_AT_ONCE) return last
  }
}
