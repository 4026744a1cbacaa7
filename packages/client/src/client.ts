import {
  type DescribeTableReply,
  type SearchIndexName,
  type UpdateTableRequest,
  addDefinedColumn,
  deleteDefinedColumn,
  deleteTable,
  describeTable,
  dropIndex,
  listSearchIndex,
  listTable,
  updateTable,
} from '@rowhouse/protocol'
import type { Call } from './calls/call.js'
import { type CallOptions, Caller, type Surroundings } from './calls/caller.js'
import { RetryBudget } from './calls/retry-budget.js'
import { type ClientOptions, readOptions } from './client-options.js'
import { clientLimits } from './limits.js'
import { type TablesRead, type WantedTables, getManyOfTables } from './rows/get-many.js'
import { type TableTools, createTableTools, layoutOf } from './rows/table-layout.js'
import type { ColumnName, TableSchema } from './schema/define-table.js'
import {
  type CreateTableOptions,
  type NewIndex,
  createIndexOf,
  createTableOf,
  definedColumnsOf,
} from './tables/create-table.js'
import { Table } from './table.js'
import { createHttpTransport } from './transport/http-transport.js'
import type { Transport } from './transport/transport.js'

/** The parts that tests can replace. */
export interface ClientParts extends Partial<Surroundings> {
  readonly transport?: Transport
}

/**
 * A client of one instance. Connections are opened when they are needed and kept; `close` ends them. Every
 * call rejects with CallError when the service refuses it or does not answer, and with UsageError when it
 * cannot be sent.
 */
export class Client {
  readonly #caller: Caller
  readonly #tools: TableTools

  constructor(options: ClientOptions, parts: ClientParts = {}) {
    const settings = readOptions(options)
    const { now = () => new Date(), random = Math.random } = parts
    const transport = parts.transport ?? createHttpTransport(settings.origin, settings.connections)
    const { RETRY_BUDGET, RETRY_BUDGET_PER_SUCCESS } = clientLimits
    const budget = new RetryBudget(RETRY_BUDGET, RETRY_BUDGET_PER_SUCCESS)
    const { retries, timeoutMs } = settings
    this.#caller = new Caller(settings, transport, { now, random }, budget)
    this.#tools = createTableTools({ budget, retries, timeoutMs, random })
  }

  /** Calls any operation with a message of the protocol. */
  readonly call: Call = (operation, request, options) =>
    this.#caller.call(operation, request, options)

  /** The rows of a table. */
  table<S extends TableSchema>(schema: S): Table<S> {
    return new Table(layoutOf(schema, this.#tools), this.call)
  }

  /**
   * Up to 100 rows of several tables with one request, each list in the order of its keys. Rows that cannot
   * be read at the moment, because their partition is busy, are asked for again.
   */
  getMany<Schemas extends Readonly<Record<string, TableSchema>>>(
    wanted: WantedTables<Schemas>,
    options: CallOptions = {},
  ): Promise<TablesRead<Schemas>> {
    return getManyOfTables(this.#tools, this.call, wanted, options)
  }

  async createTable<S extends TableSchema>(
    schema: S,
    options: CreateTableOptions<S> = {},
    callOptions?: CallOptions,
  ): Promise<Table<S>> {
    await createTableOf(this.call, schema, options, callOptions)
    return this.table(schema)
  }

  /** Names of the instance's tables, without their secondary indexes. */
  async tableNames(options?: CallOptions): Promise<readonly string[]> {
    return (await this.call(listTable, {}, options)).tableNames
  }

  describeTable(tableName: string, options?: CallOptions): Promise<DescribeTableReply> {
    return this.call(describeTable, { tableName }, options)
  }

  /** Gives a table a secondary index, which has the rows that are there as well. */
  createIndex(tableName: string, index: NewIndex, options?: CallOptions): Promise<void> {
    return createIndexOf(this.call, tableName, index, options)
  }

  async dropIndex(tableName: string, indexName: string, options?: CallOptions): Promise<void> {
    await this.call(dropIndex, { mainTableName: tableName, indexName }, options)
  }

  /** Gives a table defined columns, of the types that its definition has, for secondary indexes. */
  async addDefinedColumns<S extends TableSchema>(
    schema: S,
    names: readonly ColumnName<S>[],
    options?: CallOptions,
  ): Promise<void> {
    const columns = definedColumnsOf(schema, names)
    await this.call(addDefinedColumn, { tableName: schema.name, columns }, options)
  }

  /** The rows keep the values of the columns. */
  async deleteDefinedColumns<S extends TableSchema>(
    schema: S,
    names: readonly ColumnName<S>[],
    options?: CallOptions,
  ): Promise<void> {
    await this.call(deleteDefinedColumn, { tableName: schema.name, columns: names }, options)
  }

  /** The search indexes of a table, or of all. */
  async searchIndexes(
    tableName?: string,
    options?: CallOptions,
  ): Promise<readonly SearchIndexName[]> {
    return (await this.call(listSearchIndex, { tableName }, options)).indices
  }

  async updateTable(request: UpdateTableRequest, options?: CallOptions): Promise<void> {
    await this.call(updateTable, request, options)
  }

  async deleteTable(tableName: string, options?: CallOptions): Promise<void> {
    await this.call(deleteTable, { tableName }, options)
  }

  /** Closes all connections. Calls in progress fail, and later ones are refused. */
  close(): Promise<void> {
    return this.#caller.close()
  }
}
