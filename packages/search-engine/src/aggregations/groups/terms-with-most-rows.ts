import { outOfRange } from '@rowhouse/platform'
import { Heap } from '../../collect/heap.js'
import { type SortedCursor, mergeSorted } from '../../segments/merge/merge-sorted.js'

/** A walk over the terms of a segment with the rows of each. */
export interface CountedTerms extends SortedCursor {
  readonly rows: number
}

export interface PlacedTerm {
  readonly term: Uint8Array
  readonly rows: number
  /** Its place in the order of all terms. */
  readonly place: number
}

const TERMS_BETWEEN_CHECKS = 4096

/**
 * The `size` terms with the most rows over all segments, those that come first in the order of terms where
 * rows tie; in no order. Reads all terms in their order at once, so that it needs no memory for them, and
 * does not mind that each is in one row only. `terms` is how many there are.
 */
export function termsWithMostRows(
  segments: readonly CountedTerms[],
  size: number,
  checkTime: () => void,
): { readonly best: readonly PlacedTerm[]; readonly terms: number } {
  const best = new Heap<PlacedTerm>(comparePlaced)
  const current = new CurrentTerm()
  let place = 0
  const take = (): void => {
    if (++place % TERMS_BETWEEN_CHECKS === 0) checkTime()
    const { rows } = current
    if (best.size < size) best.push({ term: current.copy(), rows, place })
    else if (rows > (best.top?.rows ?? Infinity)) {
      best.replaceTop({ term: current.copy(), rows, place })
    }
  }
  mergeSorted(segments, ({ bytes, rows }, _, isSame) => {
    if (isSame) {
      current.rows += rows
      return
    }
    if (current.rows > 0) take()
    current.set(bytes, rows)
  })
  if (current.rows > 0) take()
  return { best: [...best.items], terms: place }
}

/** More rows come first, then the order of terms. */
export const comparePlaced = (a: PlacedTerm, b: PlacedTerm): number =>
  b.rows - a.rows || a.place - b.place

/** The term whose rows are being added; none while it has no rows. */
class CurrentTerm {
  rows = 0
  #bytes = new Uint8Array(0)
  #length = 0

  set(bytes: Uint8Array, rows: number): void {
    if (bytes.length > this.#bytes.length) this.#bytes = new Uint8Array(bytes.length * 2)
    for (let at = 0; at < bytes.length; at++) this.#bytes[at] = bytes[at] ?? outOfRange()
    this.#length = bytes.length
    this.rows = rows
  }

  copy(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }
}
