import {
  type BatchWriteBody,
  type CapacityUnit,
  type GetRowRequest,
  type RowWriteReply,
  batchWriteRow,
  deleteRow,
  getRow,
  putRow,
  updateRow,
} from '@rowhouse/protocol'
import { type BulkOptions, BulkWriter } from './bulk/bulk-writer.js'
import type { CallOptions } from './calls/caller.js'
import type { Call } from './calls/call.js'
import { resendRows } from './calls/resend-rows.js'
import { withRequestId } from './calls/with-request-id.js'
import { UsageError } from './errors.js'
import { clientLimits } from './limits.js'
import {
  type ExportOptions,
  type ImportedRow,
  type TablePart,
  exportRows,
  importRows,
  splitTable,
} from './rows/bulk-operations.js'
import { type WriteCondition, conditionOf } from './rows/conditions.js'
import { type VersionedRow, decodeOne, decodeVersions } from './rows/decode-typed-row.js'
import { type RowsRead, getManyOf } from './rows/get-many.js'
import { getRowRequestOf } from './rows/get-row-request.js'
import { type RangeOptions, readRange } from './rows/read-range.js'
import {
  type ColumnChanges,
  type Returns,
  returnContentOf,
  writeDelete,
  writePut,
  writeUpdate,
} from './rows/row-changes.js'
import { type RowChange, addChange, packedBatch } from './rows/batch-change.js'
import type { BatchResult } from './rows/batch-result.js'
import { rowBytes } from './rows/row-bytes.js'
import type { Selection } from './rows/selection.js'
import type { TableLayout } from './rows/table-layout.js'
import type { KeyOf, NewRowOf, RowOf, TableSchema } from './schema/define-table.js'
import { SearchIndex } from './search/search-index.js'
import {
  type OpenTransaction,
  Transaction,
  startTransaction,
} from './transactions/local-transaction.js'

export interface ReadOptions<S extends TableSchema> extends Selection<S>, CallOptions {}

export interface WriteOptions<S extends TableSchema> extends CallOptions {
  readonly condition?: WriteCondition<S>
  readonly returns?: Returns<S>
  /** The timestamp of all columns that are put, in milliseconds; by default the server's clock. */
  readonly timestamp?: bigint
}

export interface WriteResult<S extends TableSchema> {
  readonly consumed: CapacityUnit
  /** The columns that `returns` asked for. */
  readonly row: Partial<RowOf<S>> | undefined
}

/** A batch of writes with its calls' options. */
export interface WriteManyOptions extends CallOptions {
  /** Writes all rows or none, which the service supports for rows of one partition-key value. */
  readonly isAtomic?: boolean
  /** Whether rows that are refused for the moment are sent again, which is the default, or only told. */
  readonly resendsRows?: boolean
}

/** The results of written rows; a row is what `returns` asked for. */
type WriteResults<S extends TableSchema> = BatchResult<Partial<RowOf<S>> | undefined>[]

/** The result of a written row of which nothing was to be returned. */
const WRITTEN = { isOk: true, row: undefined } as const

/** The rows of one table, or of one table within a transaction. */
export class Table<S extends TableSchema> {
  readonly #layout: TableLayout<S>
  readonly #call: Call
  readonly #transaction: OpenTransaction | undefined

  constructor(layout: TableLayout<S>, call: Call, transaction?: OpenTransaction) {
    this.#layout = layout
    this.#call = call
    this.#transaction = transaction
  }

  get schema(): S {
    return this.#layout.schema
  }

  /** Undefined when there is no such row, or the filter excludes it. */
  async get(key: KeyOf<S>, options: ReadOptions<S> = {}): Promise<RowOf<S> | undefined> {
    const { row } = await this.#call(getRow, this.#read(key, options), options)
    return decodeOne(this.#layout, row)
  }

  /** The row with all versions that `maxVersions` or `time` ask for. */
  async getVersions(key: KeyOf<S>, options: ReadOptions<S>): Promise<VersionedRow<S> | undefined> {
    const { row } = await this.#call(getRow, this.#read(key, options), options)
    return decodeVersions(this.#layout, row)
  }

  #read(key: KeyOf<S>, options: ReadOptions<S>): GetRowRequest {
    return getRowRequestOf(this.#layout, key, options, this.#transaction?.id)
  }

  /** Puts a whole row in place of an existing one. */
  async put(row: NewRowOf<S>, options: WriteOptions<S> = {}): Promise<WriteResult<S>> {
    const layout = this.#layout
    const bytes = rowBytes(layout.tools, (writer) =>
      writePut(writer, layout, row, options.timestamp),
    )
    const request = { ...this.#write(options), row: bytes }
    return this.#resultOf(await this.#call(putRow, request, options))
  }

  /** Changes columns and keeps the others. A missing row is created. */
  async update(
    key: KeyOf<S>,
    changes: ColumnChanges<S>,
    options: WriteOptions<S> = {},
  ): Promise<WriteResult<S>> {
    const layout = this.#layout
    const rowChange = rowBytes(layout.tools, (writer) =>
      writeUpdate(writer, layout, key, changes, options.timestamp),
    )
    const request = { ...this.#write(options), rowChange }
    return this.#resultOf(await this.#call(updateRow, request, options))
  }

  async delete(key: KeyOf<S>, options: WriteOptions<S> = {}): Promise<WriteResult<S>> {
    const layout = this.#layout
    const primaryKey = rowBytes(layout.tools, (writer) => writeDelete(writer, layout, key))
    const request = { ...this.#write(options), primaryKey }
    return this.#resultOf(await this.#call(deleteRow, request, options))
  }

  /**
   * Up to 100 rows in the order of the given keys; undefined for missing ones. Rows that cannot be read at
   * the moment, because their partition is busy, are asked for again.
   */
  async getMany(keys: readonly KeyOf<S>[], options: ReadOptions<S> = {}): Promise<RowsRead<S>> {
    this.#refuseInTransaction('getMany')
    return getManyOf(this.#layout, this.#call, keys, options)
  }

  /**
   * Writes up to 200 rows with one request. Each row has its own outcome. Rows that are refused for the
   * moment, because their partition is busy, are sent again. With `isAtomic` all rows are written or none,
   * which the service supports for rows of one partition-key value.
   */
  async writeMany(
    changes: readonly RowChange<S>[],
    options: WriteManyOptions = {},
  ): Promise<WriteResults<S>> {
    if (changes.length === 0) return []
    const begun = performance.now()
    const { isAtomic = false } = options
    const { name, tools } = this.#layout
    const body = tools.bodies.take(name)
    for (const change of changes) addChange(body, this.#layout, change)
    const results = await this.#sendBatch(body, isAtomic, options)
    if (changes.length >= clientLimits.LARGE_BATCH_ROWS) await tools.turns.next()
    const send = async (rows: readonly number[], call: CallOptions) => {
      const rest = tools.bodies.take(name)
      for (const row of rows) rest.append(body.copyRow(row))
      const answered = await this.#sendBatch(rest, isAtomic, call)
      tools.bodies.give(rest)
      return answered
    }
    const batch = { operation: batchWriteRow.name, results, begun, options, isAtomic, send }
    if (options.resendsRows ?? true) await resendRows(batch, tools.retries)
    tools.bodies.give(body)
    return results
  }

  async #sendBatch(
    body: BatchWriteBody,
    isAtomic: boolean,
    options: CallOptions,
  ): Promise<WriteResults<S>> {
    const told = withRequestId(options)
    const request = body.finish(this.#transaction?.id, isAtomic)
    const { tables } = await this.#call(packedBatch, request, told.options)
    const results: WriteResults<S> = []
    for (const { rows } of tables) {
      for (const row of rows) {
        if (!row.isOk)
          results.push({ isOk: false, error: { ...row.error, requestId: told.requestId } })
        else if (row.row === undefined) results.push(WRITTEN)
        else results.push({ isOk: true, row: decodeOne(this.#layout, row.row) })
      }
    }
    return results
  }

  /**
   * Rows between two bounds in the order of their keys, read page by page as they are consumed. Without
   * bounds all rows, in a transaction those of its partition-key value.
   */
  range(options: RangeOptions<S> = {}): AsyncGenerator<RowOf<S>, void, undefined> {
    return readRange(this.#layout, this.#call, options, this.#transaction)
  }

  /**
   * Writes up to 200 rows with one BulkImport, without conditions. The service accounts for the bytes, not
   * for capacity units.
   */
  importMany(
    changes: readonly ImportedRow<S>[],
    options: CallOptions = {},
  ): Promise<BatchResult<undefined>[]> {
    this.#refuseInTransaction('importMany')
    return importRows(this.#layout, this.#call, changes, options)
  }

  /** Rows between two bounds, read forward with BulkExport, which the service accounts for by bytes. */
  exportRange(options: ExportOptions<S> = {}): AsyncGenerator<RowOf<S>, void, undefined> {
    this.#refuseInTransaction('exportRange')
    return exportRows(this.#layout, this.#call, options)
  }

  /** Parts of about so many mebibytes, each of which `range` and `exportRange` take. */
  split(partMebibytes: number, options: CallOptions = {}): Promise<TablePart<S>[]> {
    return splitTable(this.#layout, this.#call, partMebibytes, options)
  }

  /** Writes many rows with as many requests at once as the server accepts. */
  bulkWriter(options: BulkOptions = {}): BulkWriter<S> {
    this.#refuseInTransaction('bulkWriter')
    return new BulkWriter(this.#layout, this.#call, options)
  }

  /** A search index of the table. `Virtual` names the fields that are no columns of it. */
  index<Virtual extends string = never>(name: string): SearchIndex<S, Virtual> {
    return new SearchIndex(this.#layout, name, this.#call)
  }

  /**
   * Runs `work` in a local transaction on one partition-key value, which is committed when `work` resolves
   * and aborted when it rejects. The table must allow local transactions.
   */
  async transaction<Result>(
    partitionKey: RowOf<S>[keyof S['key']],
    work: (table: Table<S>) => Promise<Result>,
    options: CallOptions = {},
  ): Promise<Result> {
    const open = await startTransaction(this.#layout, this.#call, partitionKey, options)
    const transaction = new Transaction(open.id, this.#call)
    let result: Result
    try {
      result = await work(new Table(this.#layout, this.#call, open))
    } catch (error) {
      await transaction.abandon(options)
      throw error
    }
    await transaction.commit(options)
    return result
  }

  #write(options: WriteOptions<S>) {
    return {
      tableName: this.#layout.name,
      condition: conditionOf(options.condition),
      returnContent: returnContentOf(options.returns),
      transactionId: this.#transaction?.id,
    }
  }

  #resultOf({ consumed, row }: RowWriteReply): WriteResult<S> {
    return { consumed, row: row && decodeOne(this.#layout, row) }
  }

  /** Refuses operations that the protocol has only outside of transactions. */
  #refuseInTransaction(what: string): void {
    if (this.#transaction === undefined) return
    throw new UsageError(`${what} is not part of a transaction: use the table outside of it`)
  }
}
