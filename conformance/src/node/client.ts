import tablestore, { type SdkBatchRow, type SdkFilter } from 'tablestore'
import type { Connection } from './environment.js'
import { SearchClient } from './search-client.js'
import { asServiceError, ServiceError } from './service-error.js'
import {
  describe,
  encodeIndex,
  encodeTable,
  type Description,
  type IndexShape,
  type TableChange,
  type TableShape,
} from './tables.js'
import {
  fromSdkRow,
  toSdkColumn,
  toSdkKey,
  type Column,
  type Key,
  type Row,
  type Value,
  fromSdkValue,
} from './values.js'

export interface CapacityUnit {
  readonly read: number
  readonly write: number
}

export type Expectation = 'IGNORE' | 'EXPECT_EXIST' | 'EXPECT_NOT_EXIST'

export interface WriteOptions {
  readonly expect?: Expectation
  readonly when?: SdkFilter
  readonly returns?: 'PRIMARY_KEY' | 'AFTER_MODIFY'
  readonly returnColumns?: readonly string[]
}

export interface Update {
  readonly put?: readonly Column[]
  readonly deleteVersion?: readonly (readonly [name: string, timestamp: number])[]
  readonly deleteAll?: readonly string[]
  readonly increment?: readonly Column[]
}

export interface Selection {
  readonly columns?: readonly string[]
  readonly maxVersions?: number
  readonly timeRange?: readonly [start: number, end: number]
  readonly specificTime?: number
  readonly filter?: SdkFilter
  readonly startColumn?: string
  readonly endColumn?: string
}

export interface RangeSelection extends Selection {
  readonly limit?: number
  readonly direction?: 'FORWARD' | 'BACKWARD'
}

export interface RowReply {
  readonly row: Row | undefined
  readonly consumed: CapacityUnit
  readonly requestId: string
}

export interface RangeReply {
  readonly rows: readonly Row[]
  readonly consumed: CapacityUnit
  readonly next: Readonly<Record<string, Value>> | undefined
}

export interface BatchRow {
  readonly table: string
  readonly row: Row | undefined
  readonly error: { readonly code: string; readonly message: string } | undefined
  readonly consumed: CapacityUnit
}

export interface BatchRead extends Selection {
  readonly table: string
  readonly keys: readonly Key[]
}

export type BatchChange =
  | ({ readonly put: Key; readonly columns?: readonly Column[] } & WriteOptions)
  | ({ readonly update: Key; readonly change: Update } & WriteOptions)
  | ({ readonly delete: Key } & WriteOptions)

export interface BatchWrite {
  readonly table: string
  readonly rows: readonly BatchChange[]
}

const EXPECTATIONS: Readonly<Record<Expectation, number>> = {
  IGNORE: 0,
  EXPECT_EXIST: 1,
  EXPECT_NOT_EXIST: 2,
}

const RETURN_TYPES = { PRIMARY_KEY: 1, AFTER_MODIFY: 2 } as const

const encodeOptions = (options: WriteOptions): Record<string, unknown> => ({
  condition: new tablestore.Condition(
    EXPECTATIONS[options.expect ?? 'IGNORE'],
    options.when ?? null,
  ),
  ...(options.returns && {
    returnContent: {
      returnType: RETURN_TYPES[options.returns],
      returnColumns: options.returnColumns,
    },
  }),
})

const encodeUpdate = (change: Update): Record<string, unknown>[] => [
  ...(change.put ? [{ PUT: change.put.map(toSdkColumn) }] : []),
  ...(change.deleteVersion
    ? [{ DELETE: change.deleteVersion.map(([name, timestamp]) => ({ [name]: timestamp })) }]
    : []),
  ...(change.deleteAll ? [{ DELETE_ALL: change.deleteAll }] : []),
  ...(change.increment ? [{ INCREMENT: change.increment.map(toSdkColumn) }] : []),
]

const encodeSelection = (selection: Selection): Record<string, unknown> => ({
  columnsToGet: selection.columns,
  maxVersions: selection.maxVersions,
  columnFilter: selection.filter,
  startColumn: selection.startColumn,
  endColumn: selection.endColumn,
  ...(selection.timeRange && {
    timeRange: { startTime: selection.timeRange[0], endTime: selection.timeRange[1] },
  }),
  ...(selection.specificTime !== undefined && {
    timeRange: { specificTime: selection.specificTime },
  }),
})

const encodeChange = (change: BatchChange): Record<string, unknown> => {
  const options = encodeOptions(change)
  if ('put' in change) {
    const attributeColumns = (change.columns ?? []).map(toSdkColumn)
    return { type: 'PUT', primaryKey: toSdkKey(change.put), attributeColumns, ...options }
  }
  if ('update' in change) {
    const attributeColumns = encodeUpdate(change.change)
    return { type: 'UPDATE', primaryKey: toSdkKey(change.update), attributeColumns, ...options }
  }
  return { type: 'DELETE', primaryKey: toSdkKey(change.delete), ...options }
}

const decodeBatchRow = (row: SdkBatchRow): BatchRow => ({
  table: row.tableName,
  row: fromSdkRow(row),
  error: row.isOk ? undefined : { code: row.errorCode ?? '', message: row.errorMessage ?? '' },
  consumed: row.capacityUnit === '' ? { read: 0, write: 0 } : units(row.capacityUnit),
})

const units = ({ read, write }: CapacityUnit): CapacityUnit => ({ read, write })

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Retries: the service allows ten table operations a second, and this SDK does not retry by itself. */
const withRetries = async <T>(call: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await asServiceError(call())
    } catch (error) {
      const busy =
        error instanceof ServiceError && error.message.includes('Too frequent table operations.')
      if (!busy) throw error
      await pause(200)
    }
  }
}

/** The official SDK's client with typed requests, bigints and rows as plain objects. */
export class Client {
  private readonly sdk: InstanceType<typeof tablestore.Client>
  readonly search: SearchClient

  constructor(connection: Connection) {
    this.sdk = new tablestore.Client({
      accessKeyId: connection.accessKeyId,
      secretAccessKey: connection.accessKeySecret,
      ...(connection.stsToken !== undefined && { stsToken: connection.stsToken }),
      endpoint: connection.endpoint,
      instancename: connection.instance,
      maxRetries: 2,
      httpOptions: { timeout: 60_000, maxSockets: 64 },
    })
    this.search = new SearchClient(this.sdk)
  }

  /** Calls any operation with the SDK's own parameters. */
  call(operation: string, params: Record<string, unknown>): Promise<unknown> {
    return asServiceError(this.sdk.makeRequest(operation, params))
  }

  /** Calls one of the operations whose bodies are JSON. */
  callJson(operation: string, params: Record<string, unknown>): Promise<unknown> {
    return asServiceError(this.sdk.makeJsonRequest(operation, params))
  }

  async createTable(name: string, shape: TableShape): Promise<void> {
    await withRetries(() => this.sdk.createTable(encodeTable(name, shape)))
  }

  async describeTable(tableName: string): Promise<Description> {
    return describe(await withRetries(() => this.sdk.describeTable({ tableName })))
  }

  async updateTable(tableName: string, change: TableChange): Promise<void> {
    const { tableOptions = {}, ...rest } = change
    await withRetries(() => this.sdk.updateTable({ tableName, tableOptions, ...rest }))
  }

  async deleteTable(tableName: string): Promise<void> {
    await withRetries(() => this.sdk.deleteTable({ tableName }))
  }

  async createIndex(
    mainTableName: string,
    index: IndexShape,
    includeBaseData = true,
  ): Promise<void> {
    const indexMeta = encodeIndex(index)
    await withRetries(() => this.call('createIndex', { mainTableName, indexMeta, includeBaseData }))
  }

  async dropIndex(mainTableName: string, indexName: string): Promise<void> {
    await withRetries(() => this.call('dropIndex', { mainTableName, indexName }))
  }

  async listTables(): Promise<readonly string[]> {
    const reply = await withRetries(() => this.sdk.listTable({}))
    return reply.tableNames
  }

  async putRow(
    tableName: string,
    key: Key,
    columns: readonly Column[] = [],
    options: WriteOptions = {},
  ): Promise<RowReply> {
    const attributeColumns = columns.map(toSdkColumn)
    const params = { tableName, primaryKey: toSdkKey(key), attributeColumns }
    return this.rowCall('putRow', { ...params, ...encodeOptions(options) })
  }

  async updateRow(
    tableName: string,
    key: Key,
    change: Update,
    options: WriteOptions = {},
  ): Promise<RowReply> {
    const updateOfAttributeColumns = encodeUpdate(change)
    const params = { tableName, primaryKey: toSdkKey(key), updateOfAttributeColumns }
    return this.rowCall('updateRow', { ...params, ...encodeOptions(options) })
  }

  async deleteRow(tableName: string, key: Key, options: WriteOptions = {}): Promise<RowReply> {
    const params = { tableName, primaryKey: toSdkKey(key) }
    return this.rowCall('deleteRow', { ...params, ...encodeOptions(options) })
  }

  async getRow(tableName: string, key: Key, selection: Selection = {}): Promise<RowReply> {
    const params = { tableName, primaryKey: toSdkKey(key) }
    return this.rowCall('getRow', { ...params, ...encodeSelection(selection) })
  }

  async getRange(
    tableName: string,
    start: Key,
    end: Key,
    selection: RangeSelection = {},
  ): Promise<RangeReply> {
    const reply = await asServiceError(
      this.sdk.getRange({
        tableName,
        direction: selection.direction ?? 'FORWARD',
        inclusiveStartPrimaryKey: toSdkKey(start),
        exclusiveEndPrimaryKey: toSdkKey(end),
        limit: selection.limit,
        ...encodeSelection(selection),
      }),
    )
    const next = reply.nextStartPrimaryKey
    return {
      rows: reply.rows.flatMap((row) => fromSdkRow(row) ?? []),
      consumed: units(reply.consumed.capacityUnit),
      next: next
        ? Object.fromEntries(next.map(({ name, value }) => [name, fromSdkValue(value)]))
        : undefined,
    }
  }

  async batchGetRow(reads: readonly BatchRead[]): Promise<readonly (readonly BatchRow[])[]> {
    const tables = reads.map(({ table, keys, ...selection }) => ({
      tableName: table,
      primaryKey: keys.map(toSdkKey),
      ...encodeSelection(selection),
    }))
    const reply = await asServiceError(this.sdk.batchGetRow({ tables }))
    return reply.tables.map((rows) => rows.map(decodeBatchRow))
  }

  async batchWriteRow(writes: readonly BatchWrite[]): Promise<readonly BatchRow[]> {
    const tables = writes.map(({ table, rows }) => ({
      tableName: table,
      rows: rows.map(encodeChange),
    }))
    const reply = await asServiceError(this.sdk.batchWriteRow({ tables }))
    return reply.tables.map(decodeBatchRow)
  }

  private async rowCall(
    operation: 'putRow' | 'updateRow' | 'deleteRow' | 'getRow',
    params: Record<string, unknown>,
  ): Promise<RowReply> {
    const reply = await asServiceError(this.sdk[operation](params))
    return {
      row: fromSdkRow(reply.row),
      consumed: units(reply.consumed.capacityUnit),
      requestId: reply.RequestId,
    }
  }
}
