import type { LiveSegment } from '../indexes/live-segment.js'
import type { SegmentPlace } from '../indexes/segment-format.js'

/** The state of an index that searches see. It can be sent to other threads without copying. */
export interface Snapshot {
  /** Grows with every snapshot of the index. */
  readonly version: number
  readonly segments: readonly PublishedSegment[]
}

export interface PublishedSegment extends SegmentPlace {
  readonly id: number
  /** In shared memory; undefined when all are live. */
  readonly live: Uint32Array | undefined
  readonly liveCount: number
}

export function publishedSegment(
  { segment, live, liveCount, content }: LiveSegment,
  path: string,
): PublishedSegment {
  return { id: segment.id, path, content, live, liveCount }
}
