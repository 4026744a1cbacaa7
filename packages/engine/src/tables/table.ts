import {
  type DefinedColumnSchema,
  type EncodedName,
  type IndexMeta,
  type PrimaryKeyType,
  type SseSpecification,
  encodeName,
} from '@rowhouse/protocol'
import type { ColumnNames } from '../rows/stored/column-names.js'

export interface PrimaryKeyColumn {
  readonly name: string
  readonly type: PrimaryKeyType
  readonly autoIncrement: boolean
}

/** What the catalogue keeps of a table: plain data, replaced whole by every change. */
export interface TableDescription {
  readonly id: number
  readonly instance: string
  readonly name: string
  readonly primaryKey: readonly PrimaryKeyColumn[]
  readonly definedColumns: readonly DefinedColumnSchema[]
  readonly options: {
    /** Seconds; -1 keeps for ever. */
    readonly timeToLive: number
    readonly maxVersions: number
    /** Seconds. */
    readonly deviation: bigint
    readonly allowUpdate: boolean
    readonly updateFullRow: boolean
  }
  readonly reserved: {
    readonly read: number
    readonly write: number
    /** Seconds since the epoch. */
    readonly lastIncrease: number
    readonly lastDecrease: number | undefined
  }
  readonly stream: {
    readonly enabled: boolean
    readonly id: string | undefined
    readonly expirationHours: number
    /** Microseconds since the epoch. */
    readonly lastEnabled: bigint
    readonly columns: readonly string[]
  }
  readonly sse: SseSpecification | undefined
  readonly indexes: readonly IndexMeta[]
  /** Variants of the first primary-key column, ascending. */
  readonly splitPoints: readonly Buffer[]
  readonly localTransactions: boolean
  /** Microseconds since the epoch. */
  readonly createdAt: bigint
}

/** A table that is open: its description and what the engine keeps in memory for it. */
export interface Table {
  readonly description: TableDescription
  readonly names: ColumnNames
  /** The names of the key columns as every reply writes them. */
  readonly keyNames: readonly EncodedName[]
}

export const openTable = (description: TableDescription, names: ColumnNames): Table => ({
  description,
  names,
  keyNames: description.primaryKey.map(({ name }) => encodeName(name)),
})
