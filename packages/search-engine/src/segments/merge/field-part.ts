import type { FieldReader } from '../field-reader.js'

/** A field as one input has it, and where the input's documents go. */
export interface FieldPart<T extends FieldReader> {
  readonly field: T
  readonly numbers: Uint32Array
}
