import { outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../../segments/segment-reader.js'
import { descend } from '../nested/descent.js'
import { hasBit } from '../walks/bits-walk.js'

/** The documents of a level that have the field and belong to live rows that have not expired. */
export function visibleDocuments(
  { segment, live }: SegmentView,
  chain: readonly string[],
  present: Uint32Array | undefined,
  now: number,
): (document: number) => boolean {
  const { expiry } = segment
  const descent = chain.length === 0 ? undefined : descend(segment.rows, chain)
  const rowOf = (document: number): number => descent?.parent(document) ?? document
  return (document) => {
    if (present !== undefined && !hasBit(present, document)) return false
    if (live === undefined && expiry === undefined) return true
    const row = rowOf(document)
    if (live !== undefined && !hasBit(live, row)) return false
    return expiry === undefined || (expiry[row] ?? outOfRange()) > now
  }
}
