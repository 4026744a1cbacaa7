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
  /**
   * Fills the array with the next documents, as far as it likes, and answers how many they are: 0 at the end.
   * Who begins with it asks for nothing else.
   */
  readonly fillNext?: ((documents: Int32Array) => number) | undefined
}

/**
 * A walk that also scores. It is exact by itself; the other two members are offers to conjunctions,
 * which may use one of them instead of the walk.
 */
export interface Scorer extends DocSet {
  /** Of the current document; 1 where nobody scores. */
  score(): number
  /** Only where every score is the same: a tested clause is scored without being at the document. */
  readonly tester?: Tester | undefined
  readonly twoPhase?: TwoPhase | undefined
}

/** Answers for any document, in any order, without a walk: a broad clause beside a narrow one. */
export interface Tester {
  /** Of one test, in steps of a walk. */
  readonly cost: number
  test(document: number): boolean
  /**
   * Keeps those of so many ascending documents that match, in front, and answers how many they are: what they
   * have is read right one after the other, so that the memory fetches several at once.
   */
  readonly keep?: ((documents: Int32Array, count: number) => number) | undefined
}

/** A walk over candidates that cost something to confirm: the others agree on a document first. */
export interface TwoPhase {
  /** Moves the scorer itself. */
  readonly candidates: DocSet
  /** Whether the current candidate matches; to be asked at most once for each. */
  matches(): boolean
}
