import type { SegmentView } from '../segments/segment-reader.js'

/**
 * Hits on their way through a tree of aggregations, a few thousand at a time, so that the loops
 * over them are tight loops over arrays. Every hit stands in a bucket of the level above: at the
 * top all in bucket 0, below a group-by in that group. A hit with several values stands in several
 * buckets, once each.
 */
export interface Block {
  count: number
  readonly buckets: Uint32Array
  /** Ascending. */
  readonly documents: Uint32Array
  readonly scores: Float64Array
}

export const BLOCK_HITS = 4096

/**
 * One aggregation of a request over all segments of a snapshot: what it has seen is kept by bucket
 * of the level above. Buckets are numbered from 0 without gaps, so that arrays hold them.
 */
export interface Aggregator<Result> {
  /** Goes on with another segment, the `number`th of the snapshot. */
  open(view: SegmentView, number: number): void
  collect(block: Block): void
  /** The segment has no more hits. */
  close(): void
  /** The answer for one bucket, which may never have seen a hit. */
  result(bucket: number): Result
}

export function emptyBlock(): Block {
  return {
    count: 0,
    buckets: new Uint32Array(BLOCK_HITS),
    documents: new Uint32Array(BLOCK_HITS),
    scores: new Float64Array(BLOCK_HITS),
  }
}
