import type { GeoPoint } from '@rowhouse/protocol'
import type { RowFacts } from './row-facts.js'

/**
 * One row as a segment takes it in, with values by the number of the field in its level's layout (see
 * schema/index-layout.ts). Values that do not fit their field are left out before.
 */
export interface Document {
  /** The encoded row key. */
  readonly key: Uint8Array
  readonly level: LevelDocument
  /** Milliseconds since the epoch; undefined for a row that never expires. */
  readonly expiresAt: number | undefined
  /** Absent where nobody needs the facts: then there are no misfits, and the fingerprint is 0. */
  readonly facts?: RowFacts
}

export interface LevelDocument {
  /** By the number of the field in the level. Undefined or empty when the field has no value. */
  readonly values: readonly (readonly FieldValue[] | undefined)[]
  /** By the number of the child level: the children in array order. */
  readonly children: readonly (readonly LevelDocument[])[]
}

/**
 * LONG and DATE: bigint, or number when exact; DOUBLE: number; BOOLEAN: 0 or 1; KEYWORD, FUZZY_KEYWORD and
 * TEXT: string; IP: 16 bytes; GEO_POINT: a point; VECTOR: floats.
 */
export type FieldValue = bigint | number | string | Uint8Array | GeoPoint | Float32Array
