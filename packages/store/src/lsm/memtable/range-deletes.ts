import { compareBytes } from '../entry-form.js'
import type { KeySpan } from '../key-span.js'

/** Keys between the two were deleted at each of these moments, the newest first. */
export interface DeletedFragment {
  readonly start: Uint8Array
  readonly end: Uint8Array
  readonly sequences: readonly number[]
}

interface Fragment extends DeletedFragment {
  readonly start: Buffer
  readonly end: Buffer
}

export const NOT_DELETED = -1

/**
 * Range tombstones of a memtable, cut into fragments that do not overlap. There are few: they come from
 * tables that were dropped.
 */
export class RangeDeletes {
  #fragments: readonly Fragment[]
  #added = 0

  constructor(fragments: readonly DeletedFragment[] = []) {
    this.#fragments = fragments.map(({ start, end, sequences }) => ({
      start: bufferOver(start),
      end: bufferOver(end),
      sequences,
    }))
  }

  get isEmpty(): boolean {
    return this.#fragments.length === 0
  }

  /** Each can add two bounds, and so two fragments. */
  get added(): number {
    return this.#added
  }

  get fragments(): readonly DeletedFragment[] {
    return this.#fragments
  }

  /** The bounds are kept. */
  add(start: Buffer, end: Buffer, sequence: number): void {
    const cut: Fragment[] = []
    let from = start
    const addGap = (to: Buffer): void => {
      if (from.compare(to) < 0) cut.push({ start: from, end: to, sequences: [sequence] })
    }
    let isPast = false
    for (const fragment of this.#fragments) {
      if (fragment.end.compare(start) <= 0) cut.push(fragment)
      else if (fragment.start.compare(end) >= 0) {
        if (!isPast) addGap(end)
        isPast = true
        cut.push(fragment)
      } else {
        addGap(fragment.start)
        cut.push(...cutFragment(fragment, start, end, sequence))
        from = lower(fragment.end, end)
      }
    }
    if (!isPast) addGap(end)
    this.#fragments = cut
    this.#added++
  }

  /** The newest moment up to this one at which the key was deleted, or `NOT_DELETED`. */
  deletedAt(bytes: Buffer, keyAt: number, keyEnd: number, sequence: number): number {
    const fragments = this.#fragments
    let low = 0
    let high = fragments.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const end = fragments[middle]?.end ?? EMPTY
      if (compareBytes(bytes, keyAt, keyEnd, end, 0, end.length) < 0) high = middle
      else low = middle + 1
    }
    const fragment = fragments[low]
    if (fragment === undefined) return NOT_DELETED
    const { start } = fragment
    if (compareBytes(bytes, keyAt, keyEnd, start, 0, start.length) < 0) return NOT_DELETED
    return newestUpTo(fragment, sequence)
  }

  /** Disjoint and in order, joined where they touch. */
  asOf(sequence: number): readonly KeySpan[] {
    const spans: KeySpan[] = []
    for (const fragment of this.#fragments) {
      if (newestUpTo(fragment, sequence) === NOT_DELETED) continue
      const last = spans.at(-1)
      if (last?.end.equals(fragment.start) !== true)
        spans.push({ start: fragment.start, end: fragment.end })
      else spans[spans.length - 1] = { start: last.start, end: fragment.end }
    }
    return spans
  }
}

const newestUpTo = (fragment: Fragment, sequence: number): number =>
  fragment.sequences.find((deletedAt) => deletedAt <= sequence) ?? NOT_DELETED

/** What lies before, within and behind the two keys. */
function cutFragment(fragment: Fragment, start: Buffer, end: Buffer, sequence: number): Fragment[] {
  const { sequences } = fragment
  const cuts = [
    { start: fragment.start, end: lower(fragment.end, start), sequences },
    {
      start: higher(fragment.start, start),
      end: lower(fragment.end, end),
      sequences: [sequence, ...sequences],
    },
    { start: higher(fragment.start, end), end: fragment.end, sequences },
  ]
  return cuts.filter((cut) => cut.start.compare(cut.end) < 0)
}

const lower = (one: Buffer, other: Buffer): Buffer => (one.compare(other) < 0 ? one : other)
const higher = (one: Buffer, other: Buffer): Buffer => (one.compare(other) > 0 ? one : other)

/** Bytes that came in a message are no Buffer. */
const bufferOver = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const EMPTY = Buffer.alloc(0)
