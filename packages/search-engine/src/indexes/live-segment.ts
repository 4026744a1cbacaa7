import { outOfRange } from '@rowhouse/platform'
import type { SegmentView } from '../segments/segment-reader.js'
import type { OpenedSegment } from './segment-format.js'

/**
 * A segment with its live documents, as an immutable value: deleting makes a new one, and searches
 * in progress keep the old.
 */
export interface LiveSegment extends SegmentView {
  readonly opened: OpenedSegment
  /** The segment in shared memory, if it is there. */
  readonly content: Uint8Array | undefined
  /** Whether its file is complete and synced. */
  readonly isSaved: boolean
  /** The number of its file of deletes; 0 when it needs none. */
  readonly deletes: number
  /** Whether live documents have changed since that file. */
  readonly hasUnsavedDeletes: boolean
}

/** A segment that was just made; without `content` its file has been written. */
export function freshSegment(opened: OpenedSegment, content: Uint8Array | undefined): LiveSegment {
  return {
    opened,
    segment: opened.segment,
    live: undefined,
    liveCount: opened.segment.rows.documents,
    content,
    isSaved: content === undefined,
    deletes: 0,
    hasUnsavedDeletes: false,
  }
}

/** The segment without some documents; itself when none of them was live. */
export function withoutDocuments(segment: LiveSegment, documents: readonly number[]): LiveSegment {
  const live = copyOf(segment)
  let gone = 0
  for (const document of documents) {
    const word = live[document >>> 5] ?? outOfRange()
    const bit = 1 << (document & 31)
    if ((word & bit) === 0) continue
    live[document >>> 5] = word & ~bit
    gone += 1
  }
  if (gone === 0) return segment
  return { ...segment, live, liveCount: segment.liveCount - gone, hasUnsavedDeletes: true }
}

export function isAlive({ live }: SegmentView, document: number): boolean {
  return (
    live === undefined || ((live[document >>> 5] ?? outOfRange()) & (1 << (document & 31))) !== 0
  )
}

/** The number of live documents with a value that does not fit its field, by field. */
export function liveMisfits(view: SegmentView): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const [field, documents] of view.segment.misfits()) {
    let count = 0
    for (const document of documents) if (isAlive(view, document)) count += 1
    if (count > 0) counts.set(field, count)
  }
  return counts
}

/** The documents that were live in `before` and are not in `after`. */
export function diedSince(before: SegmentView, after: SegmentView): number[] {
  const died: number[] = []
  if (before.live === after.live) return died
  const { documents } = before.segment.rows
  for (let word = 0; word * 32 < documents; word++) {
    let gone = wordOf(before, word) & ~wordOf(after, word)
    for (; gone !== 0; gone &= gone - 1) died.push(word * 32 + 31 - Math.clz32(gone & -gone))
  }
  return died
}

/** The view after the death of all its documents. */
export function allDead(view: SegmentView): SegmentView {
  const live = new Uint32Array(Math.ceil(view.segment.rows.documents / 32))
  return { ...view, live, liveCount: 0 }
}

function wordOf({ live, segment }: SegmentView, word: number): number {
  if (live !== undefined) return live[word] ?? outOfRange()
  const left = segment.rows.documents - word * 32
  return left >= 32 ? 0xffff_ffff : 2 ** left - 1
}

/** In shared memory, so that other threads search it without copying. */
function allAlive(documents: number): Uint32Array {
  const words = Math.ceil(documents / 32)
  const live = new Uint32Array(new SharedArrayBuffer(4 * words)).fill(0xffff_ffff)
  const rest = documents & 31
  if (rest !== 0) live[words - 1] = 2 ** rest - 1
  return live
}

function copyOf({ live, segment }: LiveSegment): Uint32Array {
  if (live === undefined) return allAlive(segment.rows.documents)
  const copy = new Uint32Array(new SharedArrayBuffer(live.byteLength))
  copy.set(live)
  return copy
}
