import { outOfRange } from '@rowhouse/platform'
import { selectBit } from '../../bits/bit-ranges.js'
import { Heap } from '../../collect/heap.js'
import { type SortedCursor, mergeSorted } from '../../segments/merge/merge-sorted.js'
import type { RankedTerms } from './best-terms.js'

interface Frequent {
  readonly term: Uint8Array
  readonly rows: number
  /** Its place in the order of all terms. */
  readonly place: number
}

const TERMS_BETWEEN_CHECKS = 4096

/**
 * The `size` terms with the most rows over all segments, those that come first in the order of terms where
 * rows tie. Reads all terms in that order at once, so that it needs no memory for them, and does not mind
 * that each is in one row only.
 */
export function mostFrequentTerms(
  segments: readonly RankedTerms[],
  size: number,
  checkTime: () => void,
): readonly Uint8Array[] {
  const best = new Heap<Frequent>((a, b) => b.rows - a.rows || a.place - b.place)
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
  mergeSorted(
    segments.map((segment) => new HitTerms(segment)),
    ({ bytes, rows }, _, isSame) => {
      if (isSame) {
        current.rows += rows
        return
      }
      if (current.rows > 0) take()
      current.set(bytes, rows)
    },
  )
  if (current.rows > 0) take()
  return [...best.items].map(({ term }) => term)
}

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

/** The terms of a segment that occur in hits, with the rows of each. */
class HitTerms implements SortedCursor {
  bytes: Uint8Array = new Uint8Array(0)
  rows = 0
  readonly #segment: RankedTerms
  #place = -1
  #ordinal = -1

  constructor(segment: RankedTerms) {
    this.#segment = segment
  }

  next(): boolean {
    const { terms, bits, count, weights } = this.#segment
    this.#place++
    if (this.#place >= count) return false
    this.#ordinal = count === terms.size ? this.#place : selectBit(bits, 0, this.#ordinal + 1)
    this.bytes = terms.term(this.#ordinal)
    this.rows = weights[this.#place] ?? outOfRange()
    return true
  }
}
