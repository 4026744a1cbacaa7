import {
  type DefinedColumnSchema,
  type DefinedColumnType,
  type IndexMeta,
  type PrimaryKeyType,
  createIndex,
  createTable,
} from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import type {
  AnyTable,
  ColumnName,
  ColumnType,
  KeyColumnType,
  KeyName,
  TableSchema,
} from '../schema/define-table.js'

/** The options of a new table besides its columns, with the service's defaults. */
export interface CreateTableOptions<S extends TableSchema = AnyTable> {
  /** Seconds; -1 for ever. */
  readonly timeToLive?: number
  readonly maxVersions?: number
  /** How far a given timestamp may be from the server's clock. */
  readonly maxTimeDeviationSeconds?: bigint
  readonly reservedRead?: number
  readonly reservedWrite?: number
  /** Columns for later secondary indexes. Those of `indexes` are always included. */
  readonly definedColumns?: readonly ColumnName<S>[]
  readonly indexes?: readonly NewIndex<S>[]
  readonly localTransactions?: boolean
}

export interface NewIndex<S extends TableSchema = AnyTable> {
  readonly name: string
  readonly key: readonly (KeyName<S> | ColumnName<S>)[]
  readonly columns?: readonly ColumnName<S>[]
  readonly type?: 'GLOBAL' | 'LOCAL'
}

const KEY_TYPES: Readonly<Record<KeyColumnType, PrimaryKeyType>> = {
  string: 'STRING',
  integer: 'INTEGER',
  binary: 'BINARY',
  autoIncrement: 'INTEGER',
}

const COLUMN_TYPES: Readonly<Record<ColumnType, DefinedColumnType>> = {
  string: 'STRING',
  integer: 'INTEGER',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BLOB',
}

export async function createTableOf<S extends TableSchema>(
  call: Call,
  schema: S,
  options: CreateTableOptions<S>,
  callOptions: CallOptions | undefined,
): Promise<void> {
  const { indexes = [], definedColumns } = options
  const used = new Set<string>([
    ...(definedColumns ?? []),
    ...indexes.flatMap(({ key, columns = [] }) => [...key, ...columns]),
  ])
  const request = {
    tableMeta: {
      tableName: schema.name,
      primaryKey: Object.entries(schema.key).map(([name, type]) => ({
        name,
        type: KEY_TYPES[type],
        autoIncrement: type === 'autoIncrement',
      })),
      definedColumns: definedColumnsOf(schema, [...used]),
    },
    reservedThroughput: { read: options.reservedRead ?? 0, write: options.reservedWrite ?? 0 },
    tableOptions: {
      timeToLive: options.timeToLive ?? -1,
      maxVersions: options.maxVersions ?? 1,
      deviationCellVersionInSec: options.maxTimeDeviationSeconds,
      allowUpdate: undefined,
      updateFullRow: undefined,
    },
    partitions: [],
    streamSpec: undefined,
    sseSpec: undefined,
    indexMetas: indexes.map(indexMetaOf),
    enableLocalTxn: options.localTransactions ?? false,
  }
  await call(createTable, request, callOptions)
}

/** In the order of the definition. */
export const definedColumnsOf = (
  schema: TableSchema,
  names: readonly string[],
): DefinedColumnSchema[] =>
  Object.entries(schema.columns)
    .filter(([name]) => names.includes(name))
    .map(([name, type]) => ({ name, type: COLUMN_TYPES[type] }))

/** Rows that the table has are in the index, too. */
export async function createIndexOf(
  call: Call,
  mainTableName: string,
  index: NewIndex,
  callOptions: CallOptions | undefined,
): Promise<void> {
  const request = { mainTableName, indexMeta: indexMetaOf(index), includeBaseData: true }
  await call(createIndex, request, callOptions)
}

const indexMetaOf = <S extends TableSchema>({
  name,
  key,
  columns = [],
  type = 'GLOBAL',
}: NewIndex<S>): IndexMeta => ({
  name,
  primaryKey: key,
  definedColumns: columns,
  updateMode: type === 'LOCAL' ? 'SYNC' : 'ASYNC',
  type,
  syncPhase: undefined,
})
