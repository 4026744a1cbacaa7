import type { FieldReader } from '../field-reader.js'

/** A field of one input, and the new numbers of the input's documents. */
export interface FieldPart<T extends FieldReader> {
  readonly field: T
  readonly numbers: Uint32Array
}
