import type { Hash } from '@rowhouse/platform'

/** What an index stores for a row beside the values of its fields. */
export interface RowFacts {
  /** A hash of the image that the row was made of. */
  readonly fingerprint: Hash
  /** The full names of the fields that a value of the row does not fit, each once. */
  readonly misfits: readonly string[]
}
