/*
 * What a segment knows of a field, as packed arrays over shared memory. Hot loops read the arrays
 * themselves; documents are numbers of the field's level.
 */

/**
 * A packed array, or one that is not in memory as a whole, of which what is asked for is read. Who wants most
 * of it asks for the array.
 */
export interface InParts<Value, Packed> {
  readonly length: number
  at(index: number): Value | undefined
  subarray(from: number, to: number): Packed
}

export type PackedNumbers = Int32Array | BigInt64Array | Float64Array
export type WordsInParts = InParts<number, Uint32Array>
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
   * Document d has the values starts[d] to starts[d + 1]. Undefined when no document has more than one: value
   * d is then that of document d, and means nothing where `present` says so.
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
   * A value is base + scale * values[i]. Integers that spread over less than 32 bits after division by their
   * greatest common divisor are kept as Int32Array, others as BigInt64Array (base 0, scale 1); doubles
   * as Float64Array (base 0, scale 1).
   */
  readonly values: PackedNumbers
  /** The values where they are not in memory: for who wants those of few documents. */
  readonly cold?: NumbersInParts | undefined
  readonly base: bigint
  readonly scale: bigint
}

/** Every (value, document) pair by ascending value, then document: what answers ranges and counts. */
export interface NumericOrder {
  /** In the encoding of the column: compare after mapping a bound with the same base and scale. */
  readonly values: PackedNumbers
  readonly documents: Uint32Array
  /** Both where one of them is not in memory: for who wants few of them. */
  readonly cold?: ColdOrder | undefined
  /** The first place of which the value (see `values`) fulfils a condition that all behind it fulfil. */
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
  /** Ordinals of terms, ascending inside one document's values. */
  readonly column: TermsColumn | undefined
}

export interface TermsColumn extends ColumnShape {
  readonly ordinals: Uint32Array
  /** The ordinals where they are not in memory: for who wants those of few documents. */
  readonly cold?: WordsInParts | undefined
}

/** Analyzed text. */
export interface TextField extends AnyField {
  readonly kind: 'text'
  readonly terms: TermDictionary
  readonly postings: Postings
  /** Tokens per document. */
  readonly lengths: Uint32Array
  /** The lengths where they are not in memory: for who wants those of few documents. */
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
  /** Some of the column's points, from all over it. */
  readonly sample: GeoSample
}

export interface GeoColumn extends ColumnShape {
  readonly latitudes: Int32Array
  readonly longitudes: Int32Array
  /** Both where they are not in memory: for who wants those of few documents. */
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
  /** Calls for every document with a point in the box (quantised, all bounds included); may repeat. */
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
  /** Told which terms are about to be asked for. */
  ahead?(ordinals: readonly number[]): void
  /** The term's bytes; a view that the next call may overwrite. */
  term(ordinal: number): Uint8Array
  /**
   * All terms of a span in order, quicker than term() for each; stops when `visit` answers false. With a
   * literal, terms that do not contain it may be left out.
   */
  scan(
    from: number,
    to: number,
    visit: (ordinal: number, term: Uint8Array) => boolean,
    literal?: Uint8Array,
  ): void
}

export interface Postings {
  /** How many documents have the term. */
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
  /** See there, too. */
  fill(documents: Int32Array): number
  /** Of the current document; 1 when not asked for. */
  frequency(): number
  /** Fills `target` (grown when needed) with the current document's positions and answers how many. */
  positions(target: PositionList): number
}

export interface PositionList {
  values: Uint32Array
}
