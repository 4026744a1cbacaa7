import type { Comparison, IndexSchema, Query, SearchQuery } from '@rowhouse/protocol'

export type { Comparison }

/** INTEGER as bigint, DOUBLE as number, BINARY as bytes. */
export type Value = string | bigint | number | boolean | Uint8Array

/** A mark instead of a key's value: an auto-increment column, or a bound below or above all values. */
export interface KeyMark {
  readonly mark: 'auto' | 'min' | 'max'
}

export interface KeyCell {
  readonly name: string
  readonly value: Value | KeyMark
}

export type Key = readonly KeyCell[]

export interface ColumnCell {
  readonly name: string
  readonly value: Value
  /** Milliseconds; by default the server's clock. */
  readonly timestamp?: bigint
}

export type RowCondition = 'ignore' | 'exist' | 'not_exist'

/** Compares the newest version of a column with a value; the value's type must be the column's. */
export interface ColumnComparison {
  readonly kind: 'compare'
  readonly column: string
  readonly comparison: Comparison
  readonly value: Value
  /** What becomes of a row that has no such column. */
  readonly passesIfMissing: boolean
}

/** Keeps or drops whole rows. `and` and `or` need two filters at least, `not` exactly one. */
export type ColumnFilter =
  | ColumnComparison
  | { readonly kind: 'and' | 'or' | 'not'; readonly filters: readonly ColumnFilter[] }

/** What a row must be like, or its write is refused. */
interface Conditional {
  readonly condition: RowCondition
  readonly columnCondition?: ColumnFilter | undefined
}

export interface RowPut extends Conditional {
  readonly key: Key
  readonly columns: readonly ColumnCell[]
}

export interface RowUpdate extends Conditional {
  readonly key: Key
  readonly put: readonly ColumnCell[]
  /** Columns to delete with all their versions. */
  readonly deleted: readonly string[]
  readonly increments: readonly { readonly name: string; readonly by: bigint }[]
}

export interface RowDelete extends Conditional {
  readonly key: Key
}

/** The columns and versions to read of each row, and the rows that are left out. */
export interface Selected {
  /** Empty for all columns. */
  readonly columns: readonly string[]
  readonly maxVersions: number | undefined
  /** From inclusive, to exclusive, or one moment alone; milliseconds. */
  readonly time:
    | { readonly from: bigint; readonly to: bigint }
    | { readonly at: bigint }
    | undefined
  readonly filter?: ColumnFilter | undefined
}

export type KeyType = 'STRING' | 'INTEGER' | 'BINARY'
export type ColumnType = 'STRING' | 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'BINARY'

export interface KeyColumn {
  readonly name: string
  readonly type: KeyType
  readonly isAuto: boolean
}

export interface NewTable {
  readonly table: string
  readonly key: readonly KeyColumn[]
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
  /** Seconds; -1 for ever. */
  readonly timeToLive: number
  readonly maxVersions: number
  readonly readUnits: number
  readonly writeUnits: number
}

export interface TableChange {
  readonly table: string
  readonly timeToLive: number | undefined
  readonly maxVersions: number | undefined
  readonly units: { readonly read: number; readonly write: number } | undefined
  /** Seconds by which the times of written versions may differ from the server's clock. */
  readonly maxTimeDeviation?: number | undefined
}

export interface NewIndex {
  readonly table: string
  readonly index: string
  readonly type: 'GLOBAL' | 'LOCAL'
  readonly key: readonly string[]
  readonly columns: readonly string[]
  readonly hasBaseData: boolean
}

/** A search as plain data; the token is where the last page has ended. */
export type PlainSearch = Omit<SearchQuery, 'token'> & { readonly token: Uint8Array | undefined }

interface OfTable {
  readonly table: string
}

interface OfIndex extends OfTable {
  readonly index: string
}

type BatchedRow =
  | ({ readonly kind: 'put' } & RowPut)
  | ({ readonly kind: 'update' } & RowUpdate)
  | ({ readonly kind: 'delete' } & RowDelete)

/** One request as plain data, which the shell sends and snippets show as code. */
export type Request =
  | { readonly operation: 'ListTable' }
  | ({ readonly operation: 'CreateTable' } & NewTable)
  | ({ readonly operation: 'DescribeTable' } & OfTable)
  | ({ readonly operation: 'UpdateTable' } & TableChange)
  | ({ readonly operation: 'DeleteTable' } & OfTable)
  | ({ readonly operation: 'PutRow' } & OfTable & RowPut)
  | ({ readonly operation: 'UpdateRow' } & OfTable & RowUpdate)
  | ({ readonly operation: 'DeleteRow' } & OfTable & RowDelete)
  | ({ readonly operation: 'GetRow' } & OfTable & Selected & { readonly key: Key })
  | ({
      readonly operation: 'GetRange'
      readonly start: Key
      readonly end: Key
      readonly isBackward: boolean
      readonly limit: number | undefined
    } & OfTable &
      Selected)
  | ({ readonly operation: 'BatchGetRow'; readonly keys: readonly Key[] } & OfTable & Selected)
  | ({ readonly operation: 'BatchWriteRow'; readonly rows: readonly BatchedRow[] } & OfTable)
  | ({ readonly operation: 'CreateIndex' } & NewIndex)
  | ({ readonly operation: 'DropIndex' } & OfIndex)
  | ({
      readonly operation: 'CreateSearchIndex'
      readonly schema: IndexSchema
      readonly timeToLive: number | undefined
    } & OfIndex)
  | { readonly operation: 'ListSearchIndex'; readonly table: string | undefined }
  | ({ readonly operation: 'DescribeSearchIndex' } & OfIndex)
  | ({ readonly operation: 'DeleteSearchIndex' } & OfIndex)
  | ({
      readonly operation: 'Search'
      /** All columns, those of the index, only the key, or these. */
      readonly columns: 'all' | 'indexed' | 'none' | readonly string[]
      readonly query: PlainSearch
    } & OfIndex)

/** ComputeSplits, and a ParallelScan of every part until its last page. */
export interface IndexScan extends OfIndex {
  readonly operation: 'ParallelScan'
  /** The columns of the index, only the key, or these. */
  readonly columns: 'indexed' | 'none' | readonly string[]
  readonly query: Query
  /** Rows of a page. */
  readonly limit: number
}

/** Reads a range to its end, and deletes the rows of each page with one BatchWriteRow. */
export type RangeDeletion = { readonly operation: 'DeleteRange' } & Omit<
  RequestOf<'GetRange'>,
  'operation' | 'limit'
>

/** Several requests that belong together and are one program. */
export type Procedure = IndexScan | RangeDeletion

export type Operation = Request['operation']
export type RequestOf<O extends Operation> = Extract<Request, { readonly operation: O }>

export const isMark = (value: Value | KeyMark): value is KeyMark =>
  typeof value === 'object' && 'mark' in value
