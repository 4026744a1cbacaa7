/** Behind the last document; larger than any document's number. */
export const NO_MORE = 0x7fff_ffff

/**
 * An ascending walk over documents.
 *
 * - It is born before its first document, with `document` -1.
 * - `next` and `advance` answer the new current document, or NO_MORE at the end; `document` is the same.
 * - `advance(target)` goes to the first document at or after the target, which must be larger than the
 *   current one. At the end neither may be called again.
 * - `cost` is about how many documents a full walk would visit: what a planner compares.
 */
export interface DocSet {
  readonly cost: number
  readonly document: number
  next(): number
  advance(target: number): number
}

/** A walk that also scores. */
export interface Scorer extends DocSet {
  /** Of the current document; 1 where nobody scores. */
  score(): number
}
