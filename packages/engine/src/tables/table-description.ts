import {
  type DefinedColumnSchema,
  type EncodedName,
  type IndexMeta,
  type PrimaryKeyType,
  type SseSpecification,
  encodeName,
} from '@rowhouse/protocol'
import type { IndexProjection } from './index-projection.js'
import { encodeRowKey } from '../keys/encode-key.js'
import type { ColumnNames } from '../stored-rows/column-names.js'
import { PartitionMap } from './partitions/partition-map.js'

export interface PrimaryKeyColumn {
  readonly name: string
  readonly type: PrimaryKeyType
  readonly autoIncrement: boolean
}

/** A table as the catalogue stores it: plain data, replaced whole by every change. */
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
    /** How many decreases there were on the day of the last one. */
    readonly decreases: number | undefined
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
  /** The secondary indexes of the table, in the order of their creation; each has a table of its own. */
  readonly indexes: readonly IndexMeta[]
  /** Set for the table of an index, undefined for all others. */
  readonly index?: IndexOf | undefined
  readonly searchIndexes: readonly SearchIndexDescription[]
  /** Larger than the number of any search index that the table ever had. */
  readonly nextSearchIndex: number
  /** Variants of the first primary-key column, ascending. */
  readonly splitPoints: readonly Buffer[]
  readonly localTransactions: boolean
  /** Microseconds since the epoch. */
  readonly createdAt: bigint
}

/** Which table an index belongs to. */
export interface IndexOf {
  /** The id of the main table, and its name. */
  readonly tableId: number
  readonly table: string
  readonly type: IndexMeta['type']
  /** Whether the index also holds the rows that were written before it was created. */
  readonly hasBaseData: boolean
}

/** A search index as the catalogue stores it. Only the search engine interprets the schema. */
export interface SearchIndexDescription {
  /** Unique within the table and never reused. */
  readonly number: number
  readonly name: string
  /** An IndexSchema message. */
  readonly schema: Buffer
  /** Seconds; -1 keeps for ever. */
  readonly timeToLive: number
  /** The index whose schema this one is to replace. */
  readonly source: string | undefined
  /** How many of 100 searches go to each of the two indexes; empty when searches are not divided. */
  readonly flowWeights: readonly { readonly index: string; readonly weight: number }[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** An open table: its description and the state that the engine keeps in memory for it. */
export interface Table {
  readonly description: TableDescription
  readonly names: ColumnNames
  /** The names of the key columns, encoded for replies. */
  readonly keyNames: readonly EncodedName[]
  /**
   * The local indexes that every write of a row maintains; nearly always none. A change replaces the
   * list.
   */
  readonly localIndexes: readonly LocalIndex[]
  /** A local index shares those of its main table. */
  readonly partitions: PartitionMap
}

export interface LocalIndex {
  /** The id of the index's own table. */
  readonly table: number
  readonly name: string
  readonly projection: IndexProjection
}

/** `names` are those of the main table when the table is an index. */
export const openTable = (
  description: TableDescription,
  names: ColumnNames,
  partitions = initialPartitions(description),
): Table => ({
  description,
  names,
  keyNames: description.primaryKey.map(({ name }) => encodeName(name)),
  localIndexes: [],
  partitions,
})

/** The partitions that a table is created with. */
export const initialPartitions = ({ splitPoints }: TableDescription): PartitionMap =>
  PartitionMap.splitAt(splitPoints.map((point) => encodeRowKey([point]).partition))
