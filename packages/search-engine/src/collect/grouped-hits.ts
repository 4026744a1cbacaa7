import type { SegmentView } from '../segments/segment-reader.js'
import { Heap } from './heap.js'
import { type DocumentValue, documentValues } from './keys/field-key.js'
import type { SegmentSortKey, SortKey } from './sort-key.js'
import type { SortValue } from './sort-value.js'
import { type Hit, type HitKeeper, compareHits } from './top-hits.js'

interface GroupedHit {
  readonly group: string
  readonly hit: Hit
}

/** The outdated entries that the heap may hold beside the current ones. */
const OUTDATED_MAX = 1024

/**
 * Keeps the best hit of each value of a field, for the best `capacity` values; rows without a value
 * make one group. An evicted group can only come back with a hit better than those kept, so
 * forgetting it is safe.
 */
export class GroupedHits implements HitKeeper {
  readonly isFull = false
  readonly #keys: readonly SortKey[]
  readonly #capacity: number
  readonly #field: string
  readonly #groups = new Map<string, Hit>()
  /** Holds each hit that was once the best of its group; outdated ones are skipped. */
  #heap: Heap<GroupedHit>
  #view = 0
  #segment: readonly SegmentSortKey[] = []
  #groupOf: DocumentValue | undefined

  constructor(keys: readonly SortKey[], capacity: number, field: string) {
    this.#keys = keys
    this.#capacity = capacity
    this.#field = field
    this.#heap = this.#emptyHeap()
  }

  open(number: number, view: SegmentView, keys: readonly SegmentSortKey[]): void {
    this.#view = number
    this.#segment = keys
    this.#groupOf = documentValues(view.segment.rows.field(this.#field), 'MIN')
  }

  offer(document: number, score: number): void {
    if (this.#capacity === 0) return
    const values = this.#segment.map((key) => key.valueOf(document, score))
    const hit = { view: this.#view, document, score, values, keys: this.#segment }
    const worst = this.#groups.size < this.#capacity ? undefined : this.#worst()
    if (worst !== undefined && this.#isBehind(hit, worst.hit)) return
    const group = nameOf(this.#groupOf?.(document))
    const best = this.#groups.get(group)
    if (best !== undefined && this.#isBehind(hit, best)) return
    if (best === undefined && worst !== undefined) this.#groups.delete(worst.group)
    this.#groups.set(group, hit)
    this.#heap.push({ group, hit })
    if (this.#heap.size > 2 * this.#capacity + OUTDATED_MAX) this.#rebuild()
  }

  sorted(): Hit[] {
    return [...this.#groups.values()].sort((a, b) => compareHits(this.#keys, a, b))
  }

  #isBehind(hit: Hit, other: Hit): boolean {
    return compareHits(this.#keys, hit, other) > 0
  }

  #worst(): GroupedHit | undefined {
    for (let top = this.#heap.top; top !== undefined; top = this.#heap.top) {
      if (this.#groups.get(top.group) === top.hit) return top
      this.#heap.pop()
    }
    return undefined
  }

  #rebuild(): void {
    this.#heap = this.#emptyHeap()
    for (const [group, hit] of this.#groups) this.#heap.push({ group, hit })
  }

  #emptyHeap(): Heap<GroupedHit> {
    return new Heap((a, b) => compareHits(this.#keys, a.hit, b.hit))
  }
}

function nameOf(value: SortValue): string {
  if (value === undefined) return ''
  return value instanceof Uint8Array
    ? `t${Buffer.from(value.buffer, value.byteOffset, value.length).toString('latin1')}`
    : `n${value}`
}
