import { fingerprintNumber } from '../../documents/fingerprint.js'
import { isAlive } from '../../indexes/live-segment.js'
import { wordAt } from '../../segments/read/cold-lists.js'
import { openDictionary } from '../../segments/read/open-dictionary.js'
import { KEYS, type OpenSegment } from '../../segments/read/open-segment.js'
import type { RowFingerprint } from '../search-engine.js'

export interface PackedView {
  readonly segment: OpenSegment
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}

/** Which rows of a snapshot are asked for: those after a key, so many, alive at a time. */
export interface WantedRows {
  readonly after: Uint8Array | undefined
  readonly limit: number
  readonly now: number
}

interface LiveRow {
  readonly key: Buffer
  readonly segment: OpenSegment
  readonly document: number
}

/** Keys of the rows of a snapshot in key order. */
export function liveKeys(views: readonly PackedView[], wanted: WantedRows): Buffer[] {
  return liveRows(views, wanted).map(({ key }) => key)
}

/** The same with their fingerprints. */
export function liveFingerprints(
  views: readonly PackedView[],
  wanted: WantedRows,
): RowFingerprint[] {
  const hashes = new Map(
    views.map(({ segment }) => [segment, segment.arrays.parts.words('rows/fingerprints')]),
  )
  return liveRows(views, wanted).map(({ key, segment, document }) => {
    const words = hashes.get(segment)
    if (words === undefined) throw new Error('a row is in a segment of the snapshot')
    const [high, low] = [wordAt(words, document * 2), wordAt(words, document * 2 + 1)]
    return { key, fingerprint: fingerprintNumber(high, low) }
  })
}

function liveRows(views: readonly PackedView[], wanted: WantedRows): LiveRow[] {
  const found: LiveRow[] = []
  for (const view of views) gatherRows(view, wanted, found)
  return found.sort((a, b) => a.key.compare(b.key)).slice(0, wanted.limit)
}

function gatherRows(view: PackedView, wanted: WantedRows, found: LiveRow[]): void {
  const { after, limit, now } = wanted
  const { segment } = view
  const keys = openDictionary(segment.arrays, segment.rows.documents, KEYS)
  const rows = segment.summary.keyOrder ? undefined : segment.arrays.parts.words('keys/documents')
  const { expiry } = segment
  let left = limit
  const first = after === undefined ? 0 : keys.lowerBound(after)
  for (let ordinal = first; ordinal < keys.size && left > 0; ordinal++) {
    const document = rows === undefined ? ordinal : wordAt(rows, ordinal)
    const isExpired = expiry !== undefined && (expiry[document] ?? 0) <= now
    if (isExpired || !isAlive(view, document)) continue
    const key = keys.term(ordinal)
    if (ordinal === first && after !== undefined && Buffer.compare(key, after) === 0) continue
    found.push({ key: Buffer.from(key), segment, document })
    left -= 1
  }
}
