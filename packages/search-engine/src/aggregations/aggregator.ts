import type { SegmentView } from '../segments/segment-reader.js'

/**
 * A block of hits on its way through a tree of aggregations, so that aggregators are tight loops
 * over arrays. Every hit is in a bucket of the level above: bucket 0 at the top, its group's bucket
 * below a group-by. A hit with several values is in several buckets, once each. The arrays may be
 * shared with the block above, so a given block must not be changed.
 */
export interface Block {
  count: number
  buckets: Uint32Array
  /** All buckets are below this number. */
  bucketCount: number
  /** Ascending; below a group-by a document can occur several times. */
  documents: Uint32Array
  /** Whether the documents are consecutive. */
  isRange: boolean
  /** Undefined where the search computes no scores: every hit scores 1. */
  scores: Float64Array | undefined
}

export const BLOCK_HITS = 4096

/** Maps a segment's key to its bucket. */
export type BucketOf = (local: number) => number

/** A bucket without hits: its result is that of an empty group. */
export const EMPTY_BUCKET = 0xff_ff_ff_ff

/**
 * One aggregation of a request over all segments of a snapshot. It holds its values by bucket of
 * the level above. Buckets are numbered densely from 0, so arrays hold them.
 */
export interface Aggregator<Result> {
  /** Begins another segment, number `number` of the snapshot. */
  open(view: SegmentView, number: number): void
  collect(block: Block): void
  /**
   * Collects all documents of the open segment, which are live and in bucket 0, from what the
   * segment knows without reading them; false if it cannot.
   */
  collectWhole?(): boolean
  /** Whether collected hits of the open segment can be subtracted. */
  takesBack?(): boolean
  /** Subtracts hits of the open segment that were collected but are deleted. */
  takeBack?(block: Block): void
  /**
   * Blocks of the open segment have the segment's key numbers as buckets. The aggregator maps them
   * with `bucketOf` when it needs to, at the latest in `close`.
   */
  openLocal?(bucketOf: BucketOf): void
  /** Ends the segment. */
  close(): void
  /** The bytes held by bucket; undefined where they are negligible. */
  memoryBytes?(): number
  /** The result of one bucket, possibly one without hits. */
  result(bucket: number): Result
  /** The value that groups are sorted by; undefined without one. */
  value?(bucket: number): number | undefined
}

export function emptyBlock(): Block {
  return {
    count: 0,
    buckets: new Uint32Array(BLOCK_HITS),
    bucketCount: 1,
    documents: new Uint32Array(BLOCK_HITS),
    isRange: false,
    scores: undefined,
  }
}
