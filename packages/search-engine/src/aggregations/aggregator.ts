import type { SegmentView } from '../segments/segment-reader.js'

/**
 * Hits on their way through a tree of aggregations, a few thousand at a time, so that the loops
 * over them are tight loops over arrays. Every hit stands in a bucket of the level above: at the
 * top all in bucket 0, below a group-by in that group. A hit with several values stands in several
 * buckets, once each. The arrays may be those of the block above: nobody writes into a block that
 * was given.
 */
export interface Block {
  count: number
  buckets: Uint32Array
  /** All buckets are below it. */
  bucketCount: number
  /** Ascending; below a group-by one may stand there several times. */
  documents: Uint32Array
  /** Whether the documents are a range without gaps. */
  isRange: boolean
  /** Undefined when nobody scores: all score 1. */
  scores: Float64Array | undefined
}

export const BLOCK_HITS = 4096

/** The bucket of a segment's key. */
export type BucketOf = (local: number) => number

/** A bucket that no hit is ever in: what an empty group answers. */
export const EMPTY_BUCKET = 0xff_ff_ff_ff

/**
 * One aggregation of a request over all segments of a snapshot: what it has seen is kept by bucket
 * of the level above. Buckets are numbered from 0 without gaps, so that arrays hold them.
 */
export interface Aggregator<Result> {
  /** Goes on with another segment, the `number`th of the snapshot. */
  open(view: SegmentView, number: number): void
  collect(block: Block): void
  /**
   * Takes every document of the open segment, all alive and in bucket 0, from what the segment knows
   * anyway; false when that is not possible.
   */
  collectWhole?(): boolean
  /** Whether hits of the open segment can be taken back once they were collected. */
  takesBack?(): boolean
  /** Hits that were collected in the open segment were none. */
  takeBack?(block: Block): void
  /**
   * Blocks of the open segment number their buckets as the segment numbers its keys: which buckets those are
   * is asked when it is needed, at the latest by `close`.
   */
  openLocal?(bucketOf: BucketOf): void
  /** The segment has no more hits. */
  close(): void
  /** Of what it keeps by bucket; undefined: hardly any. */
  memoryBytes?(): number
  /** The answer for one bucket, which may never have seen a hit. */
  result(bucket: number): Result
  /** What groups are sorted by; undefined when nothing was seen. */
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
