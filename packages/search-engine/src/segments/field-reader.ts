/*
 * What a segment knows of a field, as packed arrays over shared memory. Hot loops read the arrays
 * themselves; documents are numbers of the field's level.
 */

import type { FrequentTerm } from './format/frequent-list.js'
import type { PackedOrdinals } from './format/packed-ordinals.js'

/**
 * A packed array that need not be in memory as a whole: only the requested parts are read. A reader
 * of most of it asks for the whole array.
 */
export interface InParts<Value, Packed> {
  readonly length: number
  at(index: number): Value | undefined
  subarray(from: number, to: number): Packed
}

export type PackedNumbers = Int32Array | BigInt64Array | Float64Array
export type WordsInParts = InParts<number, Uint32Array>
export type OrdinalsInParts = InParts<number, PackedOrdinals>
export type NumbersInParts = InParts<number | bigint, PackedNumbers>

export type FieldReader = NumericField | TermsField | TextField | GeoField | VectorField

interface AnyField {
  /** Documents that have at least one value. */
  readonly documentsWithValue: number
  /** Bit set over documents, 32 to a word; undefined when every document has a value. */
  readonly present: Uint32Array | undefined
}

/** The values of a column in document order. */
export interface ColumnShape {
  /**
   * Document d has the values starts[d] to starts[d + 1]. Undefined when no document has more than
   * one: value d is then that of document d, and is meaningless where `present` says so.
   */
  readonly starts: Uint32Array | undefined
}

/** LONG, DOUBLE, DATE (nanoseconds) and BOOLEAN (0 and 1). */
export interface NumericField extends AnyField {
  readonly kind: 'numeric'
  readonly column: NumericColumn | undefined
  readonly order: NumericOrder | undefined
}

export interface NumericColumn extends ColumnShape {
  /**
   * A value is base + scale * values[i]. Integers whose range, divided by their greatest common
   * divisor, fits 32 bits are an Int32Array, others a BigInt64Array (base 0, scale 1); doubles are
   * a Float64Array (base 0, scale 1).
   */
  readonly values: PackedNumbers
  /** Set where the values are not in memory: for readers of few documents. */
  readonly cold?: NumbersInParts | undefined
  readonly base: bigint
  readonly scale: bigint
}

/** Every (value, document) pair by ascending value, then document: for ranges and counts. */
export interface NumericOrder {
  /** In the encoding of the column: compare after mapping a bound with the same base and scale. */
  readonly values: PackedNumbers
  readonly documents: Uint32Array
  /** Set where either is not in memory: for readers of few values. */
  readonly cold?: ColdOrder | undefined
  /**
   * The first place whose value (see `values`) satisfies a condition that holds for all behind it.
   */
  first(isBehind: (value: number | bigint) => boolean): number
  readonly base: bigint
  readonly scale: bigint
}

export interface ColdOrder {
  readonly values: NumbersInParts
  readonly documents: WordsInParts
}

/** KEYWORD, FUZZY_KEYWORD and IP (16 bytes): whole values as terms. */
export interface TermsField extends AnyField {
  readonly kind: 'terms'
  readonly terms: TermDictionary
  readonly postings: Postings
  /**
   * The terms with the most documents, those that come first in the order of terms where these tie. Undefined
   * where there are few terms, and in segments of earlier builds.
   */
  frequent(): readonly FrequentTerm[] | undefined
  /** Of many terms that all are in one document only; see TermHashes in segments/format. */
  hashes(): HashesInParts | undefined
  /** Ordinals of terms, ascending inside one document's values. */
  readonly column: TermsColumn | undefined
}

/** Hashes of terms in buckets; `starts` has where each bucket begins. */
export interface HashesInParts {
  readonly starts: Uint32Array
  readonly values: WordsInParts
  readonly tags: InParts<number, Uint8Array>
}

export interface TermsColumn extends ColumnShape {
  readonly ordinals: PackedOrdinals
  /** Set where the ordinals are not in memory: for readers of few documents. */
  readonly cold?: OrdinalsInParts | undefined
}

/** Analyzed text. */
export interface TextField extends AnyField {
  readonly kind: 'text'
  readonly terms: TermDictionary
  readonly postings: Postings
  /** Tokens per document. */
  readonly lengths: Uint32Array
  /** Set where the lengths are not in memory: for readers of few documents. */
  readonly coldLengths?: WordsInParts | undefined
  /** Sum of the lengths, for the mean of BM25. */
  readonly tokens: number
}

/** GEO_POINT. */
export interface GeoField extends AnyField {
  readonly kind: 'geo'
  /** Quantised as values/geo encodes them; also what the column holds. */
  readonly column: GeoColumn
  /** A static kd-tree over all (point, document) pairs. */
  readonly tree: GeoTree
  /** A sample of the column's points. */
  readonly sample: GeoSample
}

export interface GeoColumn extends ColumnShape {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  /** Set where they are not in memory: for readers of few documents. */
  readonly cold?: ColdPoints | undefined
}

export interface ColdPoints {
  readonly latitudes: InParts<number, Int32Array>
  readonly longitudes: InParts<number, Int32Array>
}

export interface GeoSample {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
}

export interface GeoTree {
  /**
   * Visits every document with a point in the box (quantised, all bounds included); may repeat one.
   */
  box(
    latitudeMin: number,
    latitudeMax: number,
    longitudeMin: number,
    longitudeMax: number,
    found: (document: number, latitude: number, longitude: number) => void,
  ): void
}

/** VECTOR: `dimension` floats per document. */
export interface VectorField extends AnyField {
  readonly kind: 'vector'
  readonly dimension: number
  readonly values: Float32Array
}

/** Distinct terms in byte order (UTF-8), numbered from 0. */
export interface TermDictionary {
  readonly size: number
  /** The ordinal of a term, or -1. */
  find(term: Uint8Array): number
  /** The first ordinal whose term is not less. */
  lowerBound(term: Uint8Array): number
  /** Starts read-ahead of the given terms. */
  ahead?(ordinals: readonly number[]): void
  /** The term's bytes; a view that the next call may overwrite. */
  term(ordinal: number): Uint8Array
  /**
   * Visits all terms of a span in order, faster than term() for each; stops when `visit` answers
   * false.
   */
  scan(from: number, to: number, visit: (ordinal: number, term: Uint8Array) => boolean): void
  /**
   * Visits the terms of a span that contain the bytes, at least one, in order. Most of the others are not
   * read. `tick` is called every few terms; others may read the dictionary meanwhile.
   */
  eachWith(
    literal: Uint8Array,
    from: number,
    to: number,
    visit: (ordinal: number) => void,
    tick: () => void,
  ): void
  /** How many terms `eachWith` reads at most, as far as that is known without them. */
  termsToRead(literal: Uint8Array, from: number, to: number): number
}

export interface Postings {
  /** The number of documents with the term. */
  documentFrequency(ordinal: number): number
  cursor(ordinal: number, needs: PostingsNeeds): PostingsCursor
  /** Sets the bits of all documents of the term. */
  addTo(ordinal: number, bits: Uint32Array): void
}

export interface PostingsNeeds {
  readonly frequencies: boolean
  readonly positions: boolean
}

/** See queries/doc-set.ts for `document`, `next` and `advance`. */
export interface PostingsCursor {
  readonly cost: number
  document: number
  next(): number
  advance(target: number): number
  /** As in queries/doc-set.ts. */
  fill(documents: Int32Array): number
  /** The frequency in the current document; 1 where frequencies were not requested. */
  frequency(): number
  /**
   * Fills `target` with the current document's positions, growing it if needed, and answers their
   * number.
   */
  positions(target: PositionList): number
}

export interface PositionList {
  values: Uint32Array
}
