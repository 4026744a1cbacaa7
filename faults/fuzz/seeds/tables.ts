import {
  type CreateTableRequest,
  type DefinedColumnSchema,
  type PrimaryKeySchema,
  type TableOptions,
  createTable,
} from '@rowhouse/protocol'
import { SEARCHED } from './search-index.js'

/** What valid requests need to know about a table. */
export interface FuzzTable {
  readonly name: string
  readonly primaryKey: readonly PrimaryKeySchema[]
  readonly definedColumns: readonly DefinedColumnSchema[]
  readonly timeToLive: number
  readonly maxVersions: number
  readonly localTransactions?: boolean
}

const key = (name: string, type: 'INTEGER' | 'STRING' | 'BINARY', autoIncrement = false) => ({
  name,
  type,
  autoIncrement,
})

/** The table of the canary row. No correctly signed request names it. */
export const canaryTable: FuzzTable = {
  name: 'canary',
  primaryKey: [key('id', 'INTEGER')],
  definedColumns: [],
  timeToLive: -1,
  maxVersions: 1,
}

/** Its columns have a search index (search-index.ts). */
export const searchedTable: FuzzTable = {
  name: SEARCHED.tableName,
  primaryKey: [key('i', 'INTEGER')],
  definedColumns: [],
  timeToLive: -1,
  maxVersions: 1,
}

/** The table of secondary indexes and local transactions. */
export const transactionTable: FuzzTable = {
  name: 'fuzz_transactions',
  primaryKey: [key('p', 'STRING'), key('n', 'INTEGER')],
  definedColumns: [
    { name: 'c0', type: 'STRING' },
    { name: 'c1', type: 'INTEGER' },
    { name: 'c2', type: 'BLOB' },
  ],
  timeToLive: -1,
  maxVersions: 1,
  localTransactions: true,
}

/** The tables of the requests: every key type, versions, a time to live, generated keys. */
export const fuzzTables: readonly FuzzTable[] = [
  {
    name: 'fuzz_main',
    primaryKey: [key('p', 'STRING'), key('n', 'INTEGER')],
    definedColumns: [],
    timeToLive: -1,
    maxVersions: 3,
  },
  {
    name: 'fuzz_kinds',
    primaryKey: [
      key('s', 'STRING'),
      key('i', 'INTEGER'),
      key('b', 'BINARY'),
      key('a', 'INTEGER', true),
    ],
    definedColumns: [],
    timeToLive: -1,
    maxVersions: 1,
  },
  {
    name: 'fuzz_small',
    primaryKey: [key('i', 'INTEGER')],
    definedColumns: [
      { name: 'c0', type: 'STRING' },
      { name: 'c1', type: 'INTEGER' },
    ],
    timeToLive: 86_400,
    maxVersions: 2,
  },
  {
    name: 'fuzz_ddl',
    primaryKey: [key('b', 'BINARY')],
    definedColumns: [],
    timeToLive: -1,
    maxVersions: 1,
  },
  searchedTable,
  transactionTable,
]

export function optionsOf(table: FuzzTable): TableOptions {
  return {
    timeToLive: table.timeToLive,
    maxVersions: table.maxVersions,
    deviationCellVersionInSec: 86_400n,
    allowUpdate: true,
    updateFullRow: undefined,
  }
}

export function createRequestOf(table: FuzzTable): CreateTableRequest {
  const { name: tableName, primaryKey, definedColumns } = table
  return {
    tableMeta: { tableName, primaryKey, definedColumns },
    reservedThroughput: { read: 0, write: 0 },
    tableOptions: optionsOf(table),
    partitions: [],
    streamSpec: undefined,
    sseSpec: undefined,
    indexMetas: [],
    enableLocalTxn: table.localTransactions ?? false,
  }
}

export const createBodyOf = (table: FuzzTable): Buffer =>
  createTable.encodeRequest(createRequestOf(table))
