import { isAlive } from '../../indexes/live-segment.js'
import { type OpenSegment, openKeys } from '../../segments/read/open-segment.js'

export interface PackedView {
  readonly segment: OpenSegment
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}

/** Keys of the rows of a snapshot in key order: those after `after`, at most `limit`. */
export function liveKeys(
  views: readonly PackedView[],
  after: Uint8Array | undefined,
  limit: number,
  now: number,
): Buffer[] {
  const found: Buffer[] = []
  for (const view of views) gatherKeys(view, after, limit, now, found)
  return found.sort(Buffer.compare).slice(0, limit)
}

function gatherKeys(
  view: PackedView,
  after: Uint8Array | undefined,
  limit: number,
  now: number,
  found: Buffer[],
): void {
  const { segment } = view
  const keys = openKeys(segment.arrays, segment.rows.documents)
  const rows = segment.summary.keyOrder ? undefined : segment.arrays.words('keys/documents')
  const { expiry } = segment
  let left = limit
  const first = after === undefined ? 0 : keys.lowerBound(after)
  for (let ordinal = first; ordinal < keys.size && left > 0; ordinal++) {
    const document = rows?.[ordinal] ?? ordinal
    const isExpired = expiry !== undefined && (expiry[document] ?? 0) <= now
    if (isExpired || !isAlive(view, document)) continue
    const key = keys.term(ordinal)
    if (ordinal === first && after !== undefined && Buffer.compare(key, after) === 0) continue
    found.push(Buffer.from(key))
    left -= 1
  }
}
