import { outOfRange } from '@rowhouse/platform'
import { type DocSet, NO_MORE } from '../queries/doc-set.js'
import type { SortValue } from './sort-value.js'

/**
 * The documents of a segment in the order of a sort key; documents with equal values make a run.
 */
export interface SortedRuns {
  /** Skips the runs before a value; called before the first `next`. */
  seek(value: SortValue): void
  /** The next run; undefined at the end. The next call reuses the returned set. */
  next(): DocSet | undefined
  /** The value of that run, where it is known without reading a document. */
  value?(): SortValue
  /** Whether a document sorts by the value of that run: one with several values stands in several runs. */
  holds?(document: number): boolean
}

/** A range of an array of ascending documents. */
export class RunWalk implements DocSet {
  document = -1
  cost = 0
  #documents: Uint32Array = new Uint32Array(0)
  #at = 0
  #end = 0

  reset(documents: Uint32Array, from: number, to: number): this {
    this.#documents = documents
    this.#at = from - 1
    this.#end = to
    this.document = -1
    this.cost = to - from
    return this
  }

  next(): number {
    this.#at += 1
    this.document = this.#at < this.#end ? (this.#documents[this.#at] ?? NO_MORE) : NO_MORE
    return this.document
  }

  advance(target: number): number {
    const documents = this.#documents
    let low = this.#at + 1
    let high = this.#end
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((documents[middle] ?? outOfRange()) < target) low = middle + 1
      else high = middle
    }
    this.#at = low - 1
    return this.next()
  }
}

/**
 * Single documents, the last one first: the runs of a key that is the reverse of the segment's
 * order.
 */
export class BackwardRuns implements SortedRuns {
  readonly #placeOf: (value: SortValue) => number
  readonly #walk = new RunWalk()
  readonly #one = new Uint32Array(1)
  #behind: number

  /** `placeOf` is the first document that does not sort before a value in the segment's order. */
  constructor(documents: number, placeOf: (value: SortValue) => number) {
    this.#behind = documents
    this.#placeOf = placeOf
  }

  seek(value: SortValue): void {
    // That document may hold the value itself.
    this.#behind = Math.min(this.#behind, this.#placeOf(value) + 1)
  }

  next(): DocSet | undefined {
    if (this.#behind === 0) return undefined
    this.#behind -= 1
    this.#one[0] = this.#behind
    return this.#walk.reset(this.#one, 0, 1)
  }
}

/** The runs of the documents with a value, and one run of those without. */
export class RunsWithMissing implements SortedRuns {
  readonly #runs: SortedRuns
  readonly #missingFirst: boolean
  #missing: DocSet | undefined
  #isBehindRuns = false
  /** Whether the last run was that of the documents without a value. */
  #isInMissing = false

  constructor(runs: SortedRuns, missing: DocSet | undefined, missingFirst: boolean) {
    this.#runs = runs
    this.#missing = missing
    this.#missingFirst = missingFirst
  }

  seek(value: SortValue): void {
    if (value !== undefined) {
      this.#runs.seek(value)
      if (this.#missingFirst) this.#missing = undefined
    } else if (!this.#missingFirst) this.#isBehindRuns = true
  }

  next(): DocSet | undefined {
    if (this.#missingFirst && this.#missing !== undefined) return this.#takeMissing()
    const run = this.#isBehindRuns ? undefined : this.#runs.next()
    this.#isInMissing = false
    if (run !== undefined) return run
    this.#isBehindRuns = true
    return this.#takeMissing()
  }

  value(): SortValue {
    return this.#isInMissing ? undefined : this.#runs.value?.()
  }

  holds(document: number): boolean {
    return this.#isInMissing || this.#runs.holds?.(document) !== false
  }

  #takeMissing(): DocSet | undefined {
    const missing = this.#missing
    this.#missing = undefined
    this.#isInMissing = true
    return missing
  }
}

/** Walks the documents that are not in a bit set. */
export class AbsentWalk implements DocSet {
  readonly cost: number
  document = -1
  readonly #present: Uint32Array
  readonly #documents: number

  constructor(present: Uint32Array, documents: number, cost: number) {
    this.#present = present
    this.#documents = documents
    this.cost = cost
  }

  next(): number {
    return this.advance(this.document + 1)
  }

  advance(target: number): number {
    const present = this.#present
    let document = target
    while (document < this.#documents) {
      const word = ~(present[document >>> 5] ?? outOfRange()) & (-1 << (document & 31))
      if (word !== 0) {
        document = (document & ~31) | (31 - Math.clz32(word & -word))
        break
      }
      document = (document | 31) + 1
    }
    this.document = document < this.#documents ? document : NO_MORE
    return this.document
  }
}
