import type { SegmentView } from '../segments/segment-reader.js'
import { Heap } from './heap.js'
import { type SegmentSortKey, type SortKey, compareByKey, compareByKeys } from './sort-key.js'
import type { SortValue } from './sort-value.js'

/** One hit: where it is, and what it is sorted by. */
export interface Hit {
  /** The number of the view in the snapshot. */
  readonly view: number
  readonly document: number
  readonly score: number
  readonly values: readonly SortValue[]
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
  return compareByKeys(keys, a.values, b.values) || a.view - b.view || a.document - b.document
}

/** The best `capacity` hits. */
export class TopHits implements HitKeeper {
  readonly #keys: readonly SortKey[]
  readonly #capacity: number
  /** Hits must come strictly after these values: the page before ended there. */
  readonly #after: readonly SortValue[] | undefined
  readonly #heap: Heap<Hit>
  #view = 0
  #segment: readonly SegmentSortKey[] = []
  /** One document of this segment came too late, and the others come later still. */
  #isFull = false

  constructor(keys: readonly SortKey[], capacity: number, after: readonly SortValue[] | undefined) {
    this.#keys = keys
    this.#capacity = capacity
    this.#after = after
    this.#heap = new Heap((a, b) => compareHits(keys, a, b))
  }

  open(number: number, _view: SegmentView, keys: readonly SegmentSortKey[]): void {
    this.#view = number
    this.#segment = keys
    this.#isFull = false
  }

  get isFull(): boolean {
    return this.#capacity === 0 || this.#isFull
  }

  offer(document: number, score: number): void {
    if (this.#capacity === 0) return
    const values = this.#competitive(document, score)
    if (values === undefined) {
      this.#isFull = this.#segment.length === 1 && this.#segment[0]?.followsDocuments === true
      return
    }
    if (this.#after !== undefined && compareByKeys(this.#keys, values, this.#after) <= 0) return
    const hit = { view: this.#view, document, score, values }
    if (this.#heap.size < this.#capacity) this.#heap.push(hit)
    else this.#heap.replaceTop(hit)
  }

  sorted(): Hit[] {
    return [...this.#heap.items].sort((a, b) => compareHits(this.#keys, a, b))
  }

  /** The values of a hit that beats the worst one kept; most do not, and cost one value. */
  #competitive(document: number, score: number): SortValue[] | undefined {
    const worst = this.#heap.size < this.#capacity ? undefined : this.#heap.top
    const values: SortValue[] = []
    let isDecided = worst === undefined
    for (let index = 0; index < this.#keys.length; index++) {
      const key = this.#keys[index]
      const value = this.#segment[index]?.valueOf(document, score)
      if (!isDecided && key !== undefined) {
        const order = compareByKey(key, value, worst?.values[index])
        if (order > 0) return undefined
        isDecided = order < 0
      }
      values.push(value)
    }
    return isDecided ? values : undefined
  }
}
