import type { SearchVariant } from '@rowhouse/protocol'
import { UseError } from '../errors.js'
import type { JsonValue } from '../json/json-parser.js'

/** A value of a query: 1 is an integer, 1.0 a double. */
export function termOf(value: JsonValue, where: string): SearchVariant {
  if (value !== null && typeof value !== 'object') return value
  throw new UseError(`${where} is no value of a field`)
}
