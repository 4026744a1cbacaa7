import { outOfRange } from '@rowhouse/platform'
import type { Level } from '../level.js'
import type { OpenSegment } from '../read/open-segment.js'

/** A segment to merge; only its live documents stay. */
export interface MergeInput {
  readonly segment: OpenSegment
  /** Undefined: all are live. */
  readonly live: Uint32Array | undefined
}

/** A level of one input, and the new numbers of its documents. */
export interface LevelInput {
  /** Undefined: no document there. */
  readonly level: Level | undefined
  readonly numbers: Uint32Array
}

export const isAlive = (live: Uint32Array | undefined, document: number): boolean =>
  live === undefined || ((live[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0
