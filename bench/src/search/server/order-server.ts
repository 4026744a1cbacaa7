import {
  batchWriteRow,
  createSearchIndex,
  createTable,
  deleteSearchIndex,
  deleteTable,
  describeSearchIndex,
  type DescribeSearchIndexReply,
  type OperationCodec,
  search,
  type SearchQuery,
  type SearchReply,
  type SearchRequest,
} from '@rowhouse/protocol'
import { type Endpoint, type Reply, RequestingConnection } from '../../load/connection.js'
import { plainTable } from '../../loader/create-table.js'
import { rowFailure } from '../../loader/load-rows.js'
import { requestSigner } from '../../workloads/signed-request.js'
import { ORDER_INDEX, ORDER_SCHEMA } from '../documents/order-index.js'
import { KEY_COLUMN } from '../documents/order-row.js'

/** Waits until everything acknowledged before is searchable. */
export const WAIT_HEADER = { 'x-rowhouse-wait-for-index': 'true' } as const

export type ColumnsToGet = SearchRequest['columnsToGet']

export const ALL_COLUMNS: ColumnsToGet = { returnType: 'ALL', columnNames: [] }
export const KEYS_ALONE: ColumnsToGet = { returnType: 'NONE', columnNames: [] }

export class ServerAnswerError extends Error {
  readonly status: number

  constructor(operation: string, status: number, body: Buffer) {
    super(`${operation} answered ${status}: ${body.toString('latin1')}`)
    this.status = status
  }
}

/** A server closes idle connections, so one that was idle for this long is replaced. */
const IDLE_MS_MAX = 1_000

/** One connection to a server, for a table of orders and its index. */
export class OrderServer {
  readonly tableName: string
  readonly #endpoint: Endpoint
  #connection: RequestingConnection | undefined
  #usedAt = 0
  readonly #sign: ReturnType<typeof requestSigner>

  constructor(endpoint: Endpoint, tableName: string) {
    this.tableName = tableName
    this.#endpoint = endpoint
    this.#sign = requestSigner(`${endpoint.host}:${endpoint.port}`)
  }

  /** Returns false when the table exists already. */
  async createTable(): Promise<boolean> {
    return this.#create(createTable, plainTable(this.tableName, KEY_COLUMN))
  }

  async createIndex(): Promise<boolean> {
    return this.#create(createSearchIndex, {
      tableName: this.tableName,
      indexName: ORDER_INDEX,
      schema: ORDER_SCHEMA,
      sourceIndexName: undefined,
      timeToLive: undefined,
    })
  }

  async dropAll(): Promise<void> {
    const { tableName } = this
    await this.#call(deleteSearchIndex, { tableName, indexName: ORDER_INDEX })
    await this.#call(deleteTable, { tableName })
  }

  describeIndex(): Promise<DescribeSearchIndexReply> {
    const { tableName } = this
    const request = { tableName, indexName: ORDER_INDEX, includeSyncStat: true }
    return this.#call(describeSearchIndex, request)
  }

  async writeRows(body: Buffer): Promise<void> {
    const { status, body: reply } = await this.#request(this.#sign('BatchWriteRow', body))
    if (status !== 200) throw new ServerAnswerError(batchWriteRow.name, status, reply)
    const failure = rowFailure(reply)
    if (failure !== undefined) throw new Error(`A row was refused: ${failure}`)
  }

  search(searchQuery: SearchQuery, columnsToGet: ColumnsToGet): Promise<SearchReply> {
    return this.#call(search, searchRequest(this.tableName, searchQuery, columnsToGet))
  }

  /** Resolves when everything that was acknowledged before is searchable. */
  async waitForIndex(searchQuery: SearchQuery): Promise<SearchReply> {
    const request = searchRequest(this.tableName, searchQuery, KEYS_ALONE)
    for (;;) {
      try {
        return await this.#call(search, request, WAIT_HEADER)
      } catch (error) {
        // The request has timed out; another one continues the wait.
        if (!(error instanceof ServerAnswerError) || error.status < 500) throw error
      }
    }
  }

  close(): void {
    this.#connection?.close()
  }

  async #request(bytes: Buffer): Promise<Reply> {
    if (performance.now() - this.#usedAt > IDLE_MS_MAX) {
      this.#connection?.close()
      this.#connection = undefined
    }
    this.#connection ??= new RequestingConnection(this.#endpoint)
    const reply = await this.#connection.request(bytes)
    this.#usedAt = performance.now()
    return reply
  }

  async #create<Request, Answer>(
    codec: OperationCodec<Request, Answer>,
    request: Request,
  ): Promise<boolean> {
    try {
      await this.#call(codec, request)
      return true
    } catch (error) {
      if (error instanceof ServerAnswerError && error.message.includes('OTSObjectAlreadyExist')) {
        return false
      }
      throw error
    }
  }

  async #call<Request, Answer>(
    codec: OperationCodec<Request, Answer>,
    request: Request,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const bytes = this.#sign(codec.name, codec.encodeRequest(request), more)
    const { status, body } = await this.#request(bytes)
    if (status !== 200) throw new ServerAnswerError(codec.name, status, body)
    return codec.decodeReply(body)
  }
}

export function searchRequest(
  tableName: string,
  searchQuery: SearchQuery,
  columnsToGet: ColumnsToGet,
): SearchRequest {
  return {
    tableName,
    indexName: ORDER_INDEX,
    columnsToGet,
    searchQuery,
    routingValues: [],
    timeoutMs: undefined,
  }
}
