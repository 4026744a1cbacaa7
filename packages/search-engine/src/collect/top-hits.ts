import type { SegmentView } from '../segments/segment-reader.js'
import { Heap } from './heap.js'
import { type SegmentSortKey, type SortKey, compareByKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'

/** One hit: its place and its sort values. */
export interface Hit {
  /** The index of the view in the snapshot. */
  readonly view: number
  readonly document: number
  readonly score: number
  /** The values read so far, by key; `valueAt` reads the others on demand. */
  readonly values: SortValue[]
  /** The keys as opened for the hit's segment. */
  readonly keys: readonly SegmentSortKey[]
}

/**
 * A hit's value of a key. Most hits differ in the first key, and a row key is expensive to read.
 */
export function valueAt({ values, keys, document, score }: Hit, index: number): SortValue {
  while (values.length <= index) values.push(keys[values.length]?.valueOf(document, score))
  return values[index]
}

/** Keeps the best of the hits that it is offered. */
export interface HitKeeper {
  /** Begins another segment. */
  open(number: number, view: SegmentView, keys: readonly SegmentSortKey[]): void
  /** Documents of a segment must be offered in ascending order. */
  offer(document: number, score: number): void
  /** Whether no later document of this segment can enter. */
  readonly isFull: boolean
  /** All kept hits, best first. */
  sorted(): Hit[]
}

/** Ties by all keys are broken by segment and document. */
export function compareHits(keys: readonly SortKey[], a: Hit, b: Hit): number {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    const order = key === undefined ? 0 : compareByKey(key, valueAt(a, index), valueAt(b, index))
    if (order !== 0) return order
  }
  return a.view - b.view || a.document - b.document
}

/** The answer for a hit that was kept. */
export const NOT_LATE = -1

/** Keeps the best `capacity` hits. Segments can come in any order. */
export class TopHits implements HitKeeper {
  readonly #keys: readonly SortKey[]
  readonly #capacity: number
  /** Hits must sort strictly behind these values, where the previous page ended. */
  readonly #after: readonly SortValue[] | undefined
  #heap: Heap<Hit>
  /** The values of the hit that is being compared. */
  readonly #values: SortValue[] = []
  /** The first key's value, where the caller has read it. */
  #known: SortValue
  #isKnown = false
  #view = 0
  #segment: readonly SegmentSortKey[] = []
  /** From this key on values can be read later. */
  #lazyFrom = 0
  /** Whether a document of this segment was rejected and all later ones sort behind it. */
  #isFull = false

  constructor(keys: readonly SortKey[], capacity: number, after: readonly SortValue[] | undefined) {
    this.#keys = keys
    this.#capacity = capacity
    this.#after = after
    this.#heap = this.#heapOf([])
  }

  open(number: number, _view: SegmentView, keys: readonly SegmentSortKey[]): void {
    this.#view = number
    this.#segment = keys
    this.#lazyFrom = keys.findLastIndex(({ isLazy }) => isLazy !== true) + 1
    this.#isFull = false
  }

  get isFull(): boolean {
    return this.#capacity === 0 || this.#isFull
  }

  /** Whether all hits with this value of the first key sort behind the worst one kept. */
  isLate(value: SortValue): boolean {
    const [key] = this.#keys
    if (key === undefined || this.#heap.size < this.#capacity) return false
    const worst = this.#heap.top
    return worst !== undefined && compareByKey(key, value, valueAt(worst, 0)) > 0
  }

  /**
   * The first key's value of the worst hit kept, if it is a number and no hit behind it can enter.
   */
  get bound(): number | undefined {
    const worst = this.#heap.size < this.#capacity ? undefined : this.#heap.top
    const value = worst && valueAt(worst, 0)
    return typeof value === 'number' ? value : undefined
  }

  /** Answers the index of the key by which the hit was rejected, or NOT_LATE. */
  offer(document: number, score: number): number {
    if (this.#capacity === 0) return 0
    const isKept = this.#heap.size === this.#capacity
    const worst = isKept ? this.#heap.top : undefined
    const late = this.#lateness(document, score, worst)
    if (late === BEFORE_PAGE) return NOT_LATE
    if (late !== NOT_LATE) {
      this.#isFull = this.#segment[0]?.followsDocuments === true
      return late
    }
    const hit = {
      view: this.#view,
      document,
      score,
      values: this.#values.slice(),
      keys: this.#segment,
    }
    if (isKept) this.#heap.replaceTop(hit)
    else this.#heap.push(hit)
    return NOT_LATE
  }

  /** Like `offer`, for a caller that has read the first key's value and needs no score. */
  offerWith(document: number, value: SortValue): number {
    this.#known = value
    this.#isKnown = true
    const late = this.offer(document, 1)
    this.#isKnown = false
    return late
  }

  /** The hits kept so far, for `restore`. */
  save(): readonly Hit[] {
    return [...this.#heap.items]
  }

  /** Discards what was offered since `save`. */
  restore(saved: readonly Hit[]): void {
    this.#heap = this.#heapOf(saved)
    this.#isFull = false
  }

  sorted(): Hit[] {
    return [...this.#heap.items].sort((a, b) => compareHits(this.#keys, a, b))
  }

  #heapOf(hits: readonly Hit[]): Heap<Hit> {
    const heap = new Heap<Hit>((a, b) => compareHits(this.#keys, a, b))
    for (const hit of hits) heap.push(hit)
    return heap
  }

  /**
   * The key by which a hit sorts behind the worst one kept. Most do by the first, at the cost of
   * one value.
   */
  #lateness(document: number, score: number, worst: Hit | undefined): number {
    const keys = this.#keys
    let isBehindPage = this.#after === undefined
    let isBetter = worst === undefined
    this.#values.length = 0
    for (let index = 0; index < keys.length; index++) {
      const isKnown = index === 0 && this.#isKnown
      // A known value need not be read again.
      if (isKnown) this.#values.push(this.#known)
      if (isBehindPage && isBetter && index >= this.#lazyFrom) return NOT_LATE
      const key = keys[index]
      const value = isKnown ? this.#known : this.#segment[index]?.valueOf(document, score)
      if (!isKnown) this.#values.push(value)
      if (key === undefined) continue
      if (!isBehindPage) {
        const order = compareByKey(key, value, this.#after?.[index])
        if (order < 0) return BEFORE_PAGE
        isBehindPage = order > 0
      }
      if (!isBetter) {
        const order = compareByKey(key, value, worst && valueAt(worst, index))
        if (order > 0) return index
        isBetter = order < 0
      }
    }
    if (!isBehindPage) return BEFORE_PAGE
    return isBetter || this.#standsBefore(document, worst) ? NOT_LATE : keys.length
  }

  #standsBefore(document: number, worst: Hit | undefined): boolean {
    if (worst === undefined) return true
    return this.#view < worst.view || (this.#view === worst.view && document < worst.document)
  }
}

const BEFORE_PAGE = -2
