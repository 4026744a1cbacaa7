/**
 * The official Node.js SDK has no types. These cover only what the suites use of it; replies have the
 * form that the SDK's decoder builds.
 */
declare module 'tablestore' {
  /** A 64-bit integer of the `int64-buffer` package. */
  export interface Int64 {
    toBuffer(): Buffer
    toString(radix?: number): string
  }

  export type SdkMarker = Record<never, never>
  export type SdkValue = Int64 | string | number | boolean | Buffer
  export type SdkKeyColumn = Record<string, SdkValue | SdkMarker>
  export type SdkFilter = CompositeCondition | SingleColumnCondition | ColumnPaginationFilter
  /** protobufjs returns an object for 64-bit numbers. */
  export type SdkLong = number | { toString(): string }

  export interface SdkCapacityUnit {
    readonly read: number
    readonly write: number
  }

  export interface SdkConsumed {
    readonly capacityUnit: SdkCapacityUnit
  }

  export interface SdkRow {
    readonly primaryKey?: readonly { readonly name: string; readonly value: SdkValue }[] | null
    readonly attributes?:
      | readonly {
          readonly columnName: string
          readonly columnValue: SdkValue
          readonly timestamp: Int64 | null
        }[]
      | null
  }

  export interface SdkRowReply {
    readonly consumed: SdkConsumed
    readonly row: SdkRow
    readonly RequestId: string
  }

  export interface SdkRangeReply {
    readonly consumed: SdkConsumed
    readonly rows: readonly SdkRow[]
    readonly nextStartPrimaryKey: SdkRow['primaryKey'] | null
  }

  export interface SdkBatchRow extends SdkRow {
    readonly isOk: boolean
    readonly errorCode: string | null
    readonly errorMessage: string | null
    readonly tableName: string
    readonly capacityUnit: SdkCapacityUnit | ''
  }

  export interface SdkDescription {
    readonly tableMeta: {
      readonly tableName: string
      readonly primaryKey: readonly {
        readonly name: string
        readonly type: number
        readonly option: number | null
      }[]
      readonly definedColumn: readonly { readonly name: string; readonly type: number }[]
    }
    readonly reservedThroughputDetails: { readonly capacityUnit: SdkCapacityUnit }
    readonly indexMetas: readonly {
      readonly name: string
      readonly primaryKey: readonly string[]
      readonly definedColumn: readonly string[]
      readonly indexType: number
    }[]
    readonly tableOptions: {
      readonly timeToLive: number
      readonly maxVersions: number
      readonly deviationCellVersionInSec: SdkLong
      readonly allowUpdate: boolean
    }
    readonly tableStatus: number
    readonly streamDetails: {
      readonly enableStream: boolean
      readonly streamId: string
      readonly expirationTime: number
      readonly lastEnableTime: SdkLong
    } | null
    readonly RequestId: string
  }

  export interface SdkField {
    readonly fieldName: string
    readonly fieldType: number
    readonly index: boolean
    readonly analyzer: string
    readonly analyzerParameter: Readonly<Record<string, unknown>>
    readonly fieldSchemas: readonly SdkField[]
    readonly docValues: boolean
    readonly store: boolean
    readonly isArray: boolean
    readonly enableHighlighting: boolean
    readonly isVirtualField: boolean
    readonly sourceFieldNames: readonly string[]
    readonly dateFormats: readonly string[]
    readonly vectorOptions: {
      readonly dataType: number
      readonly dimension: number
      readonly metricType: number
    } | null
  }

  export interface SdkSearchIndex {
    readonly schema: {
      readonly fieldSchemas: readonly SdkField[]
      readonly indexSetting: { readonly routingFields: readonly string[] } | null
      readonly indexSort: { readonly sorter: readonly unknown[] } | null
    }
    readonly syncStat: {
      readonly syncPhase: number
      readonly currentSyncTimestamp: SdkLong
    } | null
    readonly meteringInfo: { readonly rowCount: SdkLong; readonly storageSize: SdkLong } | null
    readonly brotherIndexName: string
    readonly queryFlowWeight: readonly { readonly indexName: string; readonly weight: number }[]
    readonly createTime: SdkLong
    readonly timeToLive: number
    readonly indexStatus: { readonly status: string; readonly statusDescription: string }
  }

  export interface SdkSearchHit {
    readonly score?: number
    readonly nestedDocOffset?: number
    readonly highlightResultItem?: {
      readonly highlightFields: ReadonlyMap<string, { readonly fragments: readonly string[] }>
    }
    readonly searchInnerHits: ReadonlyMap<
      string,
      { readonly subSearchHits: readonly SdkSearchHit[] }
    >
  }

  export interface SdkSearchReply {
    /** Absent unless the request asked for it. */
    readonly totalCounts?: string
    readonly isAllSucceeded: boolean
    readonly nextToken: Buffer
    readonly rows: readonly SdkRow[]
    readonly searchHits: readonly SdkSearchHit[]
    readonly aggs?: { readonly aggResults: readonly SdkNamedResult[] }
    readonly groupBys?: { readonly groupByResults: readonly SdkNamedResult[] }
    readonly consumed?: SdkConsumed
    readonly reservedConsumed?: SdkConsumed
  }

  export interface SdkNamedResult {
    readonly name: string
    readonly type: number
    readonly aggResult?: unknown
    readonly groupByResult?: unknown
  }

  export interface SdkScanReply {
    readonly rows: readonly SdkRow[]
    readonly nextToken: Buffer
  }

  class CompositeCondition {
    constructor(combinator: number)
    addSubCondition(condition: SdkFilter): void
  }

  class SingleColumnCondition {
    constructor(
      name: string,
      value: SdkValue,
      comparator: number,
      passIfMissing?: boolean,
      latestVersionOnly?: boolean,
    )
  }

  class ColumnPaginationFilter {
    constructor(limit: number, offset: number)
  }

  class Condition {
    constructor(expectation: number, columnCondition: SdkFilter | null)
  }

  class Client {
    constructor(config: {
      accessKeyId: string
      secretAccessKey: string
      stsToken?: string
      endpoint: string
      instancename: string
      maxRetries: number
      httpOptions: { timeout: number; maxSockets: number }
    })
    makeRequest(operation: string, params: Record<string, unknown>): Promise<unknown>
    makeJsonRequest(operation: string, params: Record<string, unknown>): Promise<unknown>
    createTable(params: Record<string, unknown>): Promise<unknown>
    updateTable(params: Record<string, unknown>): Promise<SdkDescription>
    describeTable(params: { tableName: string }): Promise<SdkDescription>
    deleteTable(params: { tableName: string }): Promise<unknown>
    listTable(params: Record<never, never>): Promise<{ readonly tableNames: readonly string[] }>
    putRow(params: Record<string, unknown>): Promise<SdkRowReply>
    updateRow(params: Record<string, unknown>): Promise<SdkRowReply>
    deleteRow(params: Record<string, unknown>): Promise<SdkRowReply>
    getRow(params: Record<string, unknown>): Promise<SdkRowReply>
    getRange(params: Record<string, unknown>): Promise<SdkRangeReply>
    batchGetRow(params: Record<string, unknown>): Promise<{
      readonly tables: readonly (readonly SdkBatchRow[])[]
    }>
    batchWriteRow(params: Record<string, unknown>): Promise<{
      readonly tables: readonly SdkBatchRow[]
    }>
    createSearchIndex(params: Record<string, unknown>): Promise<unknown>
    updateSearchIndex(params: Record<string, unknown>): Promise<unknown>
    deleteSearchIndex(params: Record<string, unknown>): Promise<unknown>
    listSearchIndex(params: { tableName?: string }): Promise<{
      readonly indices: readonly { readonly tableName: string; readonly indexName: string }[]
    }>
    describeSearchIndex(params: Record<string, unknown>): Promise<SdkSearchIndex>
    search(params: Record<string, unknown>): Promise<SdkSearchReply>
    computeSplits(params: Record<string, unknown>): Promise<{
      readonly sessionId: Buffer
      readonly splitsSize: number
    }>
    parallelScan(params: Record<string, unknown>): Promise<SdkScanReply>
  }

  export interface TableStore {
    readonly Client: typeof Client
    readonly Condition: typeof Condition
    readonly CompositeCondition: typeof CompositeCondition
    readonly SingleColumnCondition: typeof SingleColumnCondition
    readonly ColumnPaginationFilter: typeof ColumnPaginationFilter
    readonly Long: { fromString(text: string): Int64 }
    readonly INF_MIN: SdkMarker
    readonly INF_MAX: SdkMarker
    readonly PK_AUTO_INCR: SdkMarker
    readonly ComparatorType: Readonly<Record<string, number>>
    readonly LogicalOperator: { readonly NOT: number; readonly AND: number; readonly OR: number }
  }

  const tablestore: TableStore
  export default tablestore
}
