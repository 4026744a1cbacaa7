import { limits } from '@rowhouse/protocol'

/** What the policy looks at. */
export interface MergeCandidate {
  readonly id: number
  readonly documents: number
  readonly live: number
}

/**
 * Which segments to merge next; empty when all is well. Segments are sorted into tiers by their
 * live documents, each `SEARCH_MERGE_FACTOR` times the one before; a tier with as many members is
 * merged into one of the next, so that every document is rewritten about once per tier. A segment
 * that is mostly deleted is rewritten by itself. Those in `busy` are being merged already.
 */
export function chooseMerge(
  segments: readonly MergeCandidate[],
  busy: ReadonlySet<number>,
): readonly number[] {
  const free = segments.filter(({ id }) => !busy.has(id))
  const tiers = new Map<number, MergeCandidate[]>()
  for (const segment of free) {
    const tier = tierOf(segment.live)
    const members = tiers.get(tier)
    if (members === undefined) tiers.set(tier, [segment])
    else members.push(segment)
  }
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = (tiers.get(tier) ?? []).sort((a, b) => a.live - b.live)
    const chosen = withinBound(members.slice(0, limits.SEARCH_MERGE_FACTOR))
    const isTierFull = members.length >= limits.SEARCH_MERGE_FACTOR
    if (isTierFull && chosen.length > 1) return chosen.map(({ id }) => id)
  }
  const wasteful = free.find(
    ({ documents, live }) => documents - live > documents * limits.SEARCH_DELETED_SHARE_MAX,
  )
  return wasteful === undefined ? [] : [wasteful.id]
}

function tierOf(live: number): number {
  const steps = Math.log(Math.max(live, 1) / limits.SEARCH_SMALLEST_TIER_DOCUMENTS)
  return Math.max(0, Math.ceil(steps / Math.log(limits.SEARCH_MERGE_FACTOR)))
}

/** As many of the smallest as fit into one segment. */
function withinBound(members: readonly MergeCandidate[]): readonly MergeCandidate[] {
  let live = 0
  return members.filter((member) => {
    live += member.live
    return live <= limits.SEARCH_SEGMENT_DOCUMENTS_MAX
  })
}
