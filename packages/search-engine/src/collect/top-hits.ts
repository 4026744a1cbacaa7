import type { SegmentView } from '../segments/segment-reader.js'
import { Heap } from './heap.js'
import { type SegmentSortKey, type SortKey, compareByKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'

/** One hit: where it is, and what it is sorted by. */
export interface Hit {
  /** The number of the view in the snapshot. */
  readonly view: number
  readonly document: number
  readonly score: number
  /** The first of them: others are read when somebody asks for them, see `valueAt`. */
  readonly values: SortValue[]
  /** Of the hit's segment. */
  readonly keys: readonly SegmentSortKey[]
}

/** What a hit is sorted by at a key. Most hits are told apart by the first, and a row key is dear to read. */
export function valueAt({ values, keys, document, score }: Hit, index: number): SortValue {
  while (values.length <= index) values.push(keys[values.length]?.valueOf(document, score))
  return values[index]
}

/** What keeps the best of the hits that it is offered. */
export interface HitKeeper {
  /** Goes on with another segment. */
  open(number: number, view: SegmentView, keys: readonly SegmentSortKey[]): void
  /** Documents of a segment must be offered in ascending order. */
  offer(document: number, score: number): void
  /** No later document of this segment can get in. */
  readonly isFull: boolean
  /** All kept hits, best first. */
  sorted(): Hit[]
}

/** Hits that are equal by all keys stand in the order of their segments and documents. */
export function compareHits(keys: readonly SortKey[], a: Hit, b: Hit): number {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    const order = key === undefined ? 0 : compareByKey(key, valueAt(a, index), valueAt(b, index))
    if (order !== 0) return order
  }
  return a.view - b.view || a.document - b.document
}

/** Of an offered hit: the worst one kept does not stand before it. */
export const NOT_LATE = -1

/** The best `capacity` hits. Segments may come in any order. */
export class TopHits implements HitKeeper {
  readonly #keys: readonly SortKey[]
  readonly #capacity: number
  /** Hits must come strictly after these values: the page before ended there. */
  readonly #after: readonly SortValue[] | undefined
  #heap: Heap<Hit>
  /** Of the hit that is being looked at. */
  readonly #values: SortValue[] = []
  /** Of the first key, where somebody has said it. */
  #known: SortValue
  #isKnown = false
  #view = 0
  #segment: readonly SegmentSortKey[] = []
  /** From this key on values may be read later. */
  #lazyFrom = 0
  /** One document of this segment came too late, and the others come later still. */
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

  /** Whether everything with this value of the first key stands behind the worst hit kept. */
  isLate(value: SortValue): boolean {
    const [key] = this.#keys
    if (key === undefined || this.#heap.size < this.#capacity) return false
    const worst = this.#heap.top
    return worst !== undefined && compareByKey(key, value, valueAt(worst, 0)) > 0
  }

  /** The first value of the worst hit kept, where nothing behind it can get in and it is a number. */
  get bound(): number | undefined {
    const worst = this.#heap.size < this.#capacity ? undefined : this.#heap.top
    const value = worst && valueAt(worst, 0)
    return typeof value === 'number' ? value : undefined
  }

  /** Answers the number of the key by which it came too late, or NOT_LATE. */
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

  /** The same where the value of the first key is known, and nothing scores. */
  offerWith(document: number, value: SortValue): number {
    this.#known = value
    this.#isKnown = true
    const late = this.offer(document, 1)
    this.#isKnown = false
    return late
  }

  /** What is kept now, to be given to `restore`. */
  save(): readonly Hit[] {
    return [...this.#heap.items]
  }

  /** Forgets what was offered since. */
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

  /** By which key a hit stands behind the worst one kept. Most do, and cost one value. */
  #lateness(document: number, score: number, worst: Hit | undefined): number {
    const keys = this.#keys
    let isBehindPage = this.#after === undefined
    let isBetter = worst === undefined
    this.#values.length = 0
    for (let index = 0; index < keys.length; index++) {
      const isKnown = index === 0 && this.#isKnown
      // What is known need not be read later.
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
