import type { Level } from '../level.js'
import type { OpenSegment } from '../read/open-segment.js'

/** A segment of which the documents that are alive come along. */
export interface MergeInput {
  readonly segment: OpenSegment
  /** Undefined: all are alive. */
  readonly live: Uint32Array | undefined
}

/** What one input has at a level, and where its documents go. */
export interface LevelInput {
  /** Undefined: no document there. */
  readonly level: Level | undefined
  readonly numbers: Uint32Array
}

export const isAlive = (live: Uint32Array | undefined, document: number): boolean =>
  live === undefined || ((live[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0
