import type { Hash } from '../bits/hash.js'

/** What an index keeps of a row beside the values of its fields. */
export interface RowFacts {
  /** A hash of the image that the row was made of. */
  readonly fingerprint: Hash
  /** The fields, by full name, that a value of the row does not fit; each once. */
  readonly misfits: readonly string[]
}
