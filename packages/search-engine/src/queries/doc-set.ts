/** The end of a walk; larger than any document's number. */
export const NO_MORE = 0x7fff_ffff

/**
 * An ascending walk over documents.
 *
 * - It begins before its first document, with `document` -1.
 * - `next` and `advance` answer the new current document, or NO_MORE at the end; `document` is the same.
 * - `advance(target)` goes to the first document at or after the target, which must be larger than the
 *   current one. At the end neither may be called again.
 * - `cost` estimates the documents of a full walk, for planning.
 */
export interface DocSet {
  readonly cost: number
  readonly document: number
  next(): number
  advance(target: number): number
  /**
   * Fills the array with any number of next documents and answers how many; 0 at the end. A caller
   * that begins with it calls nothing else.
   */
  readonly fillNext?: ((documents: Int32Array) => number) | undefined
}

/**
 * A walk that also scores. The walk alone is exact; a conjunction may use one of the other two
 * members instead of it.
 */
export interface Scorer extends DocSet {
  /** The score of the current document; 1 where scores are not needed. */
  score(): number
  /**
   * Only where every score is the same: a clause that is tested is scored without moving to the
   * document.
   */
  readonly tester?: Tester | undefined
  readonly twoPhase?: TwoPhase | undefined
}

/** Tests any document, in any order, without a walk: for a broad clause beside a narrow one. */
export interface Tester {
  /** The cost of one test, in steps of a walk. */
  readonly cost: number
  test(document: number): boolean
  /**
   * Moves the matching ones of ascending documents to the front and answers their number. Reading
   * the values of many in a row lets the processor overlap the cache misses.
   */
  readonly keep?: ((documents: Int32Array, count: number) => number) | undefined
}

/**
 * A walk whose candidates are expensive to confirm: the other clauses agree on a document first.
 */
export interface TwoPhase {
  /** The walk over candidates; it moves the scorer itself. */
  readonly candidates: DocSet
  /** Whether the current candidate matches; asked at most once for each. */
  matches(): boolean
}
