import { type SearchQuery, type Sorter, TrackTotalCount, limits } from '@rowhouse/protocol'
import type { SearchEngine } from '@rowhouse/search-engine'
import { searchLimits } from '../../limits.js'

/** Keys sampled per split: enough for splits of about equal size. */
const DRAWN_PER_SPLIT = 15

/** A small index has one split; the number grows with its rows. */
export const splitCount = (rows: number): number =>
  Math.min(limits.SCAN_SPLITS_MAX, Math.max(1, Math.ceil(rows / searchLimits.SCAN_SPLIT_ROWS)))

/**
 * Cuts an index by key: a split contains its end and everything down to the previous end. Keys never move,
 * so a scan finds every row once, whatever is written meanwhile. The ends are keys of a random sample of
 * rows.
 */
export async function splitEnds(
  search: SearchEngine,
  index: number,
  splits: number,
  timeoutMs: number,
): Promise<readonly Buffer[]> {
  if (splits < 2) return []
  const drawn = await search.search(index, lotOf(splits * DRAWN_PER_SPLIT), timeoutMs)
  const keys = drawn.rows.map(({ key }) => key).sort((a, b) => a.compare(b))
  const ends: Buffer[] = []
  for (let split = 1; split < splits; split++) {
    const end = keys[Math.floor((split * keys.length) / splits)]
    if (end !== undefined && ends.at(-1)?.equals(end) !== true) ends.push(end)
  }
  return ends
}

/** The last key of an index; undefined when it has no rows. */
export async function lastKey(
  search: SearchEngine,
  index: number,
  timeoutMs: number,
): Promise<Buffer | undefined> {
  const { rows } = await search.search(index, LAST, timeoutMs)
  return rows[0]?.key
}

/** A random sample of rows, all equally likely. */
const lotOf = (limit: number): SearchQuery => ({
  ...firstRows(limit, { kind: 'score', order: 'DESC' }),
  query: {
    kind: 'functionsScore',
    query: { kind: 'matchAll' },
    functions: [{ score: { kind: 'random' }, weight: 1, filter: undefined }],
    scoreMode: 'SUM',
    combineMode: 'REPLACE',
    minScore: undefined,
    maxScore: undefined,
  },
})

const firstRows = (limit: number, sorter: Sorter): SearchQuery => ({
  offset: 0,
  limit,
  query: { kind: 'matchAll' },
  collapse: undefined,
  sort: { sorters: [sorter], disableDefaultPrimaryKeySorter: true },
  trackTotalCount: TrackTotalCount.OFF,
  token: undefined,
  aggregations: [],
  groupBys: [],
  highlight: undefined,
  filter: undefined,
})

const LAST = firstRows(1, { kind: 'primaryKey', order: 'DESC' })
