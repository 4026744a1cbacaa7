import type { Variant } from '@rowhouse/protocol'

/**
 * A row in the engine's form. Cells are ordered by column name (UTF-8 bytes), then newest version first; no
 * two have the same name and timestamp.
 */
export interface StoredRow {
  /** The newest server timestamp of this row, in milliseconds: the next one must be larger. */
  readonly stamp: bigint
  readonly cells: readonly StoredCell[]
  /** The hour (timestamp / 3,600,000) of this row's expiry entry; undefined if it has none. */
  readonly expiryHour: number | undefined
}

export interface StoredCell {
  readonly name: string
  /** Milliseconds. */
  readonly timestamp: bigint
  readonly value: Variant
}
