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
    /** How many there were on the day of the last one. */
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
  /** Of a table that is the index of another; undefined for all others. */
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

/** Whose index a table is. */
export interface IndexOf {
  /** The number of the main table, and its name. */
  readonly tableId: number
  readonly table: string
  readonly type: IndexMeta['type']
  /** Whether it is to have the rows, too, that were there before it. */
  readonly hasBaseData: boolean
}

/** What the catalogue keeps of a search index; what the schema says is the search engine's affair. */
export interface SearchIndexDescription {
  /** Unique within the table and never given again. */
  readonly number: number
  readonly name: string
  /** An IndexSchema message. */
  readonly schema: Buffer
  /** Seconds; -1 keeps for ever. */
  readonly timeToLive: number
  /** The index whose schema this one is to replace. */
  readonly source: string | undefined
  /** How many of 100 searches go to each of the two; empty when they are not shared out. */
  readonly flowWeights: readonly { readonly index: string; readonly weight: number }[]
  /** Milliseconds since the epoch. */
  readonly createdAt: number
}

/** A table that is open: its description and what the engine keeps in memory for it. */
export interface Table {
  readonly description: TableDescription
  readonly names: ColumnNames
  /** The names of the key columns as every reply writes them. */
  readonly keyNames: readonly EncodedName[]
  /** What every write of a row has to keep right with it; nearly always nothing. A change is another list. */
  readonly localIndexes: readonly LocalIndex[]
  /** Of a local index: those of its table. */
  readonly partitions: PartitionMap
}

export interface LocalIndex {
  /** The number of its table. */
  readonly table: number
  readonly projection: IndexProjection
}

/** The column names of an index are those of its main table. */
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

/** Those that a table is created with. */
export const initialPartitions = ({ splitPoints }: TableDescription): PartitionMap =>
  PartitionMap.splitAt(splitPoints.map((point) => encodeRowKey([point]).partition))
