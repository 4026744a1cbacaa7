/**
 * The content of a level as plain values that can be compared, made from documents or read from a
 * segment.
 */
export interface PlainLevel {
  readonly documents: number
  readonly fields: Readonly<Record<string, PlainField>>
  readonly children: Readonly<Record<string, PlainChildren>>
}

export interface PlainChildren {
  readonly parents: readonly number[]
  readonly starts: readonly number[]
  readonly level: PlainLevel
}

/** Members are undefined if the field's settings leave them out. */
export interface PlainField {
  readonly documentsWithValue: number
  readonly present: readonly boolean[]
  /** By document. Numbers are written by `plainNumber`, which distinguishes both zeros. */
  readonly column: readonly (readonly string[])[] | undefined
  /** Value and document, ascending. */
  readonly order: readonly (readonly [string, number])[] | undefined
  readonly terms: readonly PlainTerm[] | undefined
  readonly lengths: readonly number[] | undefined
}

export interface PlainTerm {
  /** In hexadecimal. */
  readonly term: string
  readonly documents: readonly number[]
  /** For text, the positions by document. */
  readonly positions: readonly (readonly number[])[] | undefined
}

export interface PlainSegment {
  readonly keys: readonly string[]
  readonly expiry: readonly number[] | undefined
  /** The two halves of each row's fingerprint, the upper one first. */
  readonly fingerprints: readonly number[]
  readonly misfits: Readonly<Record<string, readonly number[]>>
  readonly rows: PlainLevel
}

export const plainNumber = (value: number | bigint): string =>
  Object.is(value, -0) ? '-0' : String(value)

export const plainBytes = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
