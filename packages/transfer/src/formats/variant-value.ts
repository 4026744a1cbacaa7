import { type Variant, typeName, valueOfVariant } from '@rowhouse/protocol'
import type { FileValue } from './record.js'

/** The value of a variant for a file. */
export function fileValueOf(variant: Variant): Exclude<FileValue, null> {
  const value = valueOfVariant(variant)
  if (value === undefined) throw new TypeError(`a row has a value of type ${typeName(variant)}`)
  return value
}
