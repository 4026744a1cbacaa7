import { searchEngineLimits } from '../limits.js'

/** What the policy considers of a segment. */
export interface MergeCandidate {
  readonly id: number
  readonly documents: number
  readonly live: number
  readonly bytes: number
}

export interface MergeBounds {
  /** The most bytes that are merged into one segment. */
  readonly bytesMax: number
  /** The number of segments of similar size that are merged together. */
  readonly factor: number
  /** Larger merges wait, since one is in progress; small ones run beside it. */
  readonly readBytesMax: number
}

/**
 * Chooses the segments to merge next; empty when there is nothing to do. Segments belong to tiers
 * by their live documents, each tier `SEARCH_MERGE_FACTOR` times the one before. A tier with
 * `factor` members, or with more than fit into one segment, is merged into one segment of the next,
 * so that every document is rewritten about once per tier. A merge holds memory for about as much
 * as it makes, so its size is bounded, and segments above half of the bound stay as they are. A
 * segment that is mostly deleted is rewritten alone. Segments in `busy` are being merged already.
 */
export function chooseMerge(
  segments: readonly MergeCandidate[],
  busy: ReadonlySet<number>,
  { bytesMax, factor, readBytesMax }: MergeBounds,
): readonly number[] {
  const bound = boundOf(bytesMax)
  const free = segments.filter(({ id }) => !busy.has(id))
  const tiers = new Map<number, MergeCandidate[]>()
  for (const segment of free) {
    if (isFull(segment, bound)) continue
    const tier = tierOf(segment.live)
    const members = tiers.get(tier)
    if (members === undefined) tiers.set(tier, [segment])
    else members.push(segment)
  }
  for (const tier of [...tiers.keys()].sort((a, b) => a - b)) {
    const members = (tiers.get(tier) ?? []).sort((a, b) => a.live - b.live)
    const chosen = withinBound(members.slice(0, factor), bound)
    const isTierFull = members.length >= factor || chosen.length < members.length
    const mayStart = chosen.length > 1 && bytesOf(chosen) <= readBytesMax
    if (isTierFull && mayStart) return chosen.map(({ id }) => id)
  }
  const wasteful = free.find((segment) => isWasteful(segment) && segment.bytes <= readBytesMax)
  return wasteful === undefined ? [] : [wasteful.id]
}

/** The number of segments that merges could still reduce: all but those of the greatest size. */
export function countUnmerged(segments: readonly MergeCandidate[], bytesMax: number): number {
  const bound = boundOf(bytesMax)
  return segments.filter((segment) => !isFull(segment, bound)).length
}

function boundOf(bytesMax: number): number {
  return Math.max(bytesMax, searchEngineLimits.SEARCH_MERGE_BYTES_MIN)
}

function bytesOf(segments: readonly MergeCandidate[]): number {
  return segments.reduce((sum, { bytes }) => sum + bytes, 0)
}

function isWasteful({ documents, live }: MergeCandidate): boolean {
  return documents - live > documents * searchEngineLimits.SEARCH_DELETED_SHARE_MAX
}

function tierOf(live: number): number {
  const steps = Math.log(Math.max(live, 1) / searchEngineLimits.SEARCH_SMALLEST_TIER_DOCUMENTS)
  return Math.max(0, Math.ceil(steps / Math.log(searchEngineLimits.SEARCH_MERGE_FACTOR)))
}

/** Two segments of this size do not fit into one. */
function isFull(segment: MergeCandidate, bytesMax: number): boolean {
  const { SEARCH_SEGMENT_DOCUMENTS_MAX } = searchEngineLimits
  return segment.live * 2 > SEARCH_SEGMENT_DOCUMENTS_MAX || liveBytes(segment) * 2 > bytesMax
}

function liveBytes({ bytes, live, documents }: MergeCandidate): number {
  return documents === 0 ? 0 : (bytes * live) / documents
}

/** As many of the smallest as fit into one segment. */
function withinBound(
  members: readonly MergeCandidate[],
  bytesMax: number,
): readonly MergeCandidate[] {
  let live = 0
  let bytes = 0
  return members.filter((member) => {
    live += member.live
    bytes += liveBytes(member)
    return live <= searchEngineLimits.SEARCH_SEGMENT_DOCUMENTS_MAX && bytes <= bytesMax
  })
}
