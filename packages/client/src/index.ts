export type { BulkFigures, BulkOptions, BulkWriter } from './bulk/bulk-writer.js'
export type { CallOptions } from './calls/caller.js'
export type { Call } from './calls/call.js'
export { backoffMs } from './calls/backoff.js'
export { RetryBudget } from './calls/retry-budget.js'
export { type Failure, mayRetry } from './calls/retry-policy.js'
export { Client, type ClientParts } from './client.js'
export { CallError, ClientCode, UsageError, isMissingTable, isRefusal } from './errors.js'
export { clientLimits } from './limits.js'
export { operations } from './operations.js'
export type { AccessKey, ClientOptions } from './client-options.js'
export {
  type CompareOptions,
  type Operator,
  type RowFilter,
  type WriteCondition,
  and,
  columnPage,
  compare,
  not,
  or,
} from './rows/conditions.js'
export type { Cell, VersionedRow } from './rows/decode-typed-row.js'
export type { RowsRead, TablesRead, WantedRows, WantedTables } from './rows/get-many.js'
export { MAX, MIN } from './rows/encode-typed-key.js'
export type { KeyBound, RangeOptions } from './rows/read-range.js'
export type { RowChange } from './rows/batch-change.js'
export type { ExportOptions, ImportedRow, TablePart } from './rows/bulk-operations.js'
export type { BatchResult, RowFailure } from './rows/batch-result.js'
export type { ColumnChanges, NewCell, Returns } from './rows/row-changes.js'
export type { Selection } from './rows/selection.js'
export {
  type AnyTable,
  type ColumnName,
  type ColumnNamesOf,
  type ColumnType,
  type ColumnValue,
  type ColumnsOf,
  type KeyColumnType,
  type KeyName,
  type KeyOf,
  type NewKeyOf,
  type NewRowOf,
  type RowOf,
  type TableSchema,
  type Value,
  defineTable,
} from './schema/define-table.js'
export * as aggregate from './search/aggregations.js'
export type { FieldName, SorterOf } from './search/field-names.js'
export type { IndexField, NewSearchIndex } from './search/index-fields.js'
export * as query from './search/queries.js'
export type {
  ScanOptions,
  SearchIndex,
  SearchOptions,
  SearchResult,
} from './search/search-index.js'
export * as sort from './search/sorts.js'
export type { ReadOptions, Table, WriteManyOptions, WriteOptions, WriteResult } from './table.js'
export type { CreateTableOptions, NewIndex } from './tables/create-table.js'
export { createHttpTransport } from './transport/http-transport.js'
export type { Ending, Reply, Transport } from './transport/transport.js'
