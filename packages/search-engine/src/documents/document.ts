import type { GeoPoint } from '@rowhouse/protocol'
import type { RowFacts } from './row-facts.js'

/**
 * One row as a segment takes it in: values by number of the field in its level's layout (see
 * schema/index-layout.ts). A value that does not fit its field never gets here.
 */
export interface Document {
  /** The encoded row key. */
  readonly key: Uint8Array
  readonly level: LevelDocument
  /** Milliseconds since the epoch; undefined lives for ever. */
  readonly expiresAt: number | undefined
  /** Left out where nobody asks for them: then there are no misfits, and the fingerprint is 0. */
  readonly facts?: RowFacts
}

export interface LevelDocument {
  /** By number of the field in the level; undefined or empty: the field has no value here. */
  readonly values: readonly (readonly FieldValue[] | undefined)[]
  /** By number of the child level: the children in array order. */
  readonly children: readonly (readonly LevelDocument[])[]
}

/**
 * LONG and DATE: bigint, or number when exact; DOUBLE: number; BOOLEAN: 0 or 1; KEYWORD, FUZZY_KEYWORD and
 * TEXT: string; IP: 16 bytes; GEO_POINT: a point; VECTOR: floats.
 */
export type FieldValue = bigint | number | string | Uint8Array | GeoPoint | Float32Array
