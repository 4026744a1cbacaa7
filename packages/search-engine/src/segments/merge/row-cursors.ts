import { GrowableBytes } from '../format/growable.js'
import { openKeys } from '../read/open-segment.js'
import type { PackedDictionary } from '../read/packed-dictionary.js'
import { type SortStep, appendSortKey } from '../write/index-sort-key.js'
import { type MergeInput, isAlive } from './merge-input.js'
import type { SortedCursor } from './merge-sorted.js'
import { type RowValue, rowValuesOf } from './row-values.js'

/** A walk over the live rows of an input. */
export interface RowCursor extends SortedCursor {
  readonly row: number
}

/** Walks in key order. */
export class KeyCursor implements RowCursor {
  bytes: Uint8Array = new Uint8Array(0)
  row = -1
  readonly #keys: PackedDictionary
  /** Rows by ordinal of their key; undefined when both are the same. */
  readonly #rows: Uint32Array | undefined
  readonly #live: Uint32Array | undefined
  #ordinal = -1

  constructor({ segment, live }: MergeInput) {
    this.#keys = openKeys(segment.arrays, segment.rows.documents)
    this.#rows = segment.summary.keyOrder ? undefined : segment.arrays.words('keys/documents')
    this.#live = live
  }

  next(): boolean {
    while (++this.#ordinal < this.#keys.size) {
      const row = this.#rows?.[this.#ordinal] ?? this.#ordinal
      if (!isAlive(this.#live, row)) continue
      this.row = row
      this.bytes = this.#keys.term(this.#ordinal)
      return true
    }
    return false
  }
}

/** Walks in the order of the index sort, which is that of the segment's rows. */
export class SortCursor implements RowCursor {
  row = -1
  readonly #input: MergeInput
  readonly #steps: readonly SortStep[]
  readonly #valueOf: RowValue
  readonly #key = new GrowableBytes()

  constructor(input: MergeInput, steps: readonly SortStep[]) {
    this.#input = input
    this.#steps = steps
    this.#valueOf = rowValuesOf(input.segment, steps)
  }

  get bytes(): Uint8Array {
    return this.#key.view()
  }

  next(): boolean {
    const { segment, live } = this.#input
    while (++this.row < segment.rows.documents) {
      if (!isAlive(live, this.row)) continue
      this.#key.length = 0
      appendSortKey(this.#key, this.#steps, (step) => this.#valueOf(step, this.row))
      return true
    }
    return false
  }
}
