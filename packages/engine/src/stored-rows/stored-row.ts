import type { Variant } from '@rowhouse/protocol'

/**
 * A row as the engine thinks of it. Cells are ordered by column name (UTF-8 bytes), then newest
 * version first; no two share a name and a timestamp.
 */
export interface StoredRow {
  /** The newest server timestamp that this row was given, in milliseconds: the next one must be larger. */
  readonly stamp: bigint
  readonly cells: readonly StoredCell[]
  /** The hour (timestamp / 3,600,000) of the expiry entry that covers this row; undefined without one. */
  readonly expiryHour: number | undefined
}

export interface StoredCell {
  readonly name: string
  /** Milliseconds. */
  readonly timestamp: bigint
  readonly value: Variant
}
