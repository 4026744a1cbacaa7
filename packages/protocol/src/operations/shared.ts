/** Messages that several operations carry. Field names follow the .proto in camel case. */

export interface CapacityUnit {
  readonly read: number
  readonly write: number
}

export type RowExistence = 'IGNORE' | 'EXPECT_EXIST' | 'EXPECT_NOT_EXIST'

/** `columnCondition` is a serialised Filter, decoded by filters/decode-filter. */
export interface Condition {
  readonly rowExistence: RowExistence
  readonly columnCondition: Buffer | undefined
}

export type ReturnType = 'RT_NONE' | 'RT_PK' | 'RT_AFTER_MODIFY'

export interface ReturnContent {
  readonly returnType: ReturnType
  readonly returnColumnNames: readonly string[]
}

/** Milliseconds since the epoch; start inclusive, end exclusive. */
export interface TimeRange {
  readonly startTime: bigint | undefined
  readonly endTime: bigint | undefined
  readonly specificTime: bigint | undefined
}

/** What GetRow, BatchGetRow (per table) and GetRange have in common. */
export interface ReadSelection {
  readonly columnsToGet: readonly string[]
  readonly timeRange: TimeRange | undefined
  readonly maxVersions: number | undefined
  /** A serialised Filter, decoded by filters/decode-filter. */
  readonly filter: Buffer | undefined
  readonly startColumn: string | undefined
  readonly endColumn: string | undefined
}

export type PrimaryKeyType = 'INTEGER' | 'STRING' | 'BINARY'
export type DefinedColumnType = 'INTEGER' | 'DOUBLE' | 'BOOLEAN' | 'STRING' | 'BLOB'

export interface PrimaryKeySchema {
  readonly name: string
  /** The raw number when the request named a type that no key may have (0 when absent). */
  readonly type: PrimaryKeyType | { readonly unknown: number }
  readonly autoIncrement: boolean
}

export interface DefinedColumnSchema {
  readonly name: string
  readonly type: DefinedColumnType
}

export interface TableMeta {
  readonly tableName: string
  readonly primaryKey: readonly PrimaryKeySchema[]
  readonly definedColumns: readonly DefinedColumnSchema[]
}

/** Only given members are set. Times in seconds. */
export interface TableOptions {
  readonly timeToLive: number | undefined
  readonly maxVersions: number | undefined
  readonly deviationCellVersionInSec: bigint | undefined
  readonly allowUpdate: boolean | undefined
  readonly updateFullRow: boolean | undefined
}

/** Absent members of the capacity unit are undefined: UpdateTable changes only what is given. */
export interface ReservedThroughput {
  readonly read: number | undefined
  readonly write: number | undefined
}

export interface ReservedThroughputDetails {
  readonly capacityUnit: CapacityUnit
  /** Seconds since the epoch. */
  readonly lastIncreaseTime: number
  readonly lastDecreaseTime: number | undefined
  /** Older SDKs require it; newer ones do not have it in their schemas and skip it. */
  readonly numberOfDecreasesToday: number
}

export interface StreamSpecification {
  readonly enableStream: boolean
  /** Hours. */
  readonly expirationTime: number | undefined
  readonly columnsToGet: readonly string[]
}

export interface StreamDetails {
  readonly enableStream: boolean
  readonly streamId: string | undefined
  readonly expirationTime: number
  /** Microseconds since the epoch; 0 while disabled. */
  readonly lastEnableTime: bigint
  readonly columnsToGet: readonly string[]
}

export interface IndexMeta {
  readonly name: string
  readonly primaryKey: readonly string[]
  readonly definedColumns: readonly string[]
  readonly updateMode: 'ASYNC' | 'SYNC'
  readonly type: 'GLOBAL' | 'LOCAL'
  readonly syncPhase: 'FULL' | 'INCR' | undefined
}

export interface SseSpecification {
  readonly enable: boolean
  readonly keyType: number | undefined
  readonly keyId: Buffer | undefined
  readonly roleArn: Buffer | undefined
}

/** An error inside a 200 reply of a batch operation. */
export interface RowError {
  readonly code: string
  readonly message: string
}

/**
 * How one operation's messages are read and written. Requests and replies go both ways, so that
 * the server, clients, benchmarks and property tests share one description.
 * Decoding throws TablestoreError OTSParameterInvalid "Parse PBMessage from RawString failed."
 */
export interface OperationCodec<Request, Reply> {
  readonly name: string
  readonly encodeRequest: (request: Request) => Buffer
  readonly decodeRequest: (body: Buffer) => Request
  readonly encodeReply: (reply: Reply) => Buffer
  readonly decodeReply: (body: Buffer) => Reply
}
