import type { OrdinalBytes } from './packed-ordinals.js'

/**
 * A segment's description of itself in its section `summary`. It is JSON, because it is small, read
 * once, and grows with every kind of field. 64-bit integers are decimal strings.
 */
export interface SegmentSummary {
  readonly rows: LevelSummary
  /**
   * Whether rows are in key order; else `keys/documents` and `keys/ordinals` map between the
   * orders.
   */
  readonly keyOrder: boolean
  /** Fields that some row has a misfit for. */
  readonly misfits: readonly string[]
}

export interface LevelSummary {
  readonly path: string
  readonly documents: number
  readonly fields: readonly FieldSummary[]
  readonly children: readonly LevelSummary[]
}

export type FieldSummary = NumericSummary | TermsSummary | TextSummary | GeoSummary | VectorSummary

interface AnySummary {
  readonly name: string
  readonly documentsWithValue: number
}

export type NumberEncoding = 'int32' | 'int64' | 'float64'

export interface NumericSummary extends AnySummary {
  readonly kind: 'numeric'
  readonly encoding: NumberEncoding
  readonly base: string
  readonly scale: string
  readonly hasColumn: boolean
  readonly hasOrder: boolean
}

export interface TermsSummary extends AnySummary {
  readonly kind: 'terms'
  readonly terms: number
  readonly hasColumn: boolean
  /** Of each number of a term in the column; 4 in segments before version 4, which do not say it. */
  readonly ordinalBytes?: OrdinalBytes
}

export interface TextSummary extends AnySummary {
  readonly kind: 'text'
  readonly terms: number
  readonly tokens: number
}

export interface GeoSummary extends AnySummary {
  readonly kind: 'geo'
}

export interface VectorSummary extends AnySummary {
  readonly kind: 'vector'
  readonly dimension: number
}

export const encodeSummary = (summary: SegmentSummary): Uint8Array =>
  Buffer.from(JSON.stringify(summary))

/** The section's checksum was verified before, so this is what `encodeSummary` was given. */
export const decodeSummary = (bytes: Uint8Array): SegmentSummary =>
  JSON.parse(Buffer.from(bytes).toString()) as SegmentSummary

/** The names of sections, shared by writers and readers. */
export const misfitSection = (field: string): string => `rows/misfits/${field}`
export const fieldSection = (field: string, part: string): string => `fields/${field}/${part}`
export const levelSection = (path: string, part: string): string => `levels/${path}/${part}`
