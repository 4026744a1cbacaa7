import type tablestore from 'tablestore'
import type { SdkSearchHit, SdkSearchIndex, SdkSearchReply } from 'tablestore'
import { type Field, ReturnType, type SdkQuery, matchAll } from './search-shapes.js'
import { asServiceError } from './service-error.js'
import { fromSdkRow, type Row } from './values.js'

type Sdk = InstanceType<typeof tablestore.Client>

export interface IndexOptions {
  readonly timeToLive?: number
  readonly source?: string
  readonly indexSort?: Readonly<Record<string, unknown>>
  readonly routingFields?: readonly string[]
}

export interface SearchOptions {
  readonly offset?: number
  readonly limit?: number
  /** The names of columns, or a return type; the default is ALL. */
  readonly columns?: keyof typeof ReturnType | readonly string[]
  readonly token?: Buffer
  readonly countTotal?: boolean
  /** Other members of the search query, in the SDK's form. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly routingValues?: readonly unknown[]
  readonly timeoutMs?: number
}

export interface SearchResult {
  readonly rows: readonly Row[]
  readonly total: number | undefined
  /** Undefined when there is no further page. */
  readonly token: Buffer | undefined
  readonly hits: readonly SdkSearchHit[]
  readonly reply: SdkSearchReply
}

export interface ScanOptions {
  readonly query?: SdkQuery
  readonly limit?: number
  readonly token?: Buffer
  readonly sessionId?: Buffer
  readonly currentParallelId?: number
  readonly maxParallel?: number
  readonly columns?: keyof typeof ReturnType | readonly string[]
}

const PAUSE_MS = 20
const WAIT_MS = 60_000

const columnToGet = (columns: SearchOptions['columns'] = 'ALL') =>
  typeof columns === 'string'
    ? { returnType: ReturnType[columns] }
    : { returnType: ReturnType.SPECIFIED, returnNames: columns }

const rowsOf = (reply: Pick<SdkSearchReply, 'rows'>): Row[] =>
  reply.rows.flatMap((row) => fromSdkRow(row) ?? [])

const tokenOf = (token: Buffer | null): Buffer | undefined =>
  token === null || token.length === 0 ? undefined : token

/** The search operations of the official SDK, with rows as plain objects. */
export class SearchClient {
  private readonly sdk: Sdk

  constructor(sdk: Sdk) {
    this.sdk = sdk
  }

  async createIndex(
    tableName: string,
    indexName: string,
    fieldSchemas: readonly Field[],
    options: IndexOptions = {},
  ): Promise<void> {
    const { timeToLive, source, indexSort, routingFields } = options
    await asServiceError(
      this.sdk.createSearchIndex({
        tableName,
        indexName,
        schema: {
          fieldSchemas,
          ...(indexSort && { indexSort }),
          ...(routingFields && { indexSetting: { routingFields } }),
        },
        ...(timeToLive !== undefined && { timeToLive }),
        ...(source !== undefined && { sourceIndexName: source }),
      }),
    )
  }

  /** `change` has the SDK's form. */
  async updateIndex(
    tableName: string,
    indexName: string,
    change: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await asServiceError(this.sdk.updateSearchIndex({ tableName, indexName, ...change }))
  }

  async deleteIndex(tableName: string, indexName: string): Promise<void> {
    await asServiceError(this.sdk.deleteSearchIndex({ tableName, indexName }))
  }

  describeIndex(tableName: string, indexName: string): Promise<SdkSearchIndex> {
    return asServiceError(this.sdk.describeSearchIndex({ tableName, indexName }))
  }

  async listIndexes(tableName?: string): Promise<readonly { table: string; index: string }[]> {
    const params = tableName === undefined ? {} : { tableName }
    const { indices } = await asServiceError(this.sdk.listSearchIndex(params))
    return indices.map(({ tableName: table, indexName: index }) => ({ table, index }))
  }

  /** Only then can a table be dropped. */
  async dropIndexes(tableName: string): Promise<void> {
    for (const { index } of await this.listIndexes(tableName)) {
      await this.deleteIndex(tableName, index)
    }
  }

  async search(
    tableName: string,
    indexName: string,
    asked: SdkQuery = matchAll,
    options: SearchOptions = {},
  ): Promise<SearchResult> {
    const { offset, limit, token, countTotal = true, more, routingValues, timeoutMs } = options
    const reply = await asServiceError(
      this.sdk.search({
        tableName,
        indexName,
        columnToGet: columnToGet(options.columns),
        searchQuery: {
          query: asked,
          ...(offset !== undefined && { offset }),
          ...(limit !== undefined && { limit }),
          ...(token !== undefined && { token }),
          getTotalCount: countTotal,
          ...more,
        },
        ...(routingValues && { routingValues }),
        ...(timeoutMs !== undefined && { timeoutMs }),
      }),
    )
    const { totalCounts, nextToken, searchHits } = reply
    return {
      rows: rowsOf(reply),
      total: totalCounts === undefined ? undefined : Number(totalCounts),
      token: tokenOf(nextToken),
      hits: searchHits,
      reply,
    }
  }

  /** Waits until a query finds so many rows: indexes are updated shortly after their tables. */
  async waitUntilSearchable(
    tableName: string,
    indexName: string,
    rows: number,
    asked: SdkQuery = matchAll,
  ): Promise<void> {
    const end = Date.now() + WAIT_MS
    for (;;) {
      const { total } = await this.search(tableName, indexName, asked, { limit: 0 })
      if (total === rows) return
      if (Date.now() > end) throw new Error(`${indexName} finds ${total} rows, not ${rows}`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  computeSplits(
    tableName: string,
    indexName: string,
  ): Promise<{ readonly sessionId: Buffer; readonly splitsSize: number }> {
    const searchIndexSplitsOptions = { indexName }
    return asServiceError(this.sdk.computeSplits({ tableName, searchIndexSplitsOptions }))
  }

  async scan(
    tableName: string,
    indexName: string,
    options: ScanOptions = {},
  ): Promise<{ readonly rows: readonly Row[]; readonly token: Buffer | undefined }> {
    const { limit, token, sessionId, currentParallelId = 0, maxParallel = 1 } = options
    const scanQuery = {
      query: options.query ?? matchAll,
      limit: limit ?? 2000,
      aliveTime: 60,
      token,
      currentParallelId,
      maxParallel,
    }
    const reply = await asServiceError(
      this.sdk.parallelScan({
        tableName,
        indexName,
        columnToGet: columnToGet(options.columns ?? 'ALL_FROM_INDEX'),
        scanQuery,
        ...(sessionId !== undefined && { sessionId }),
      }),
    )
    return { rows: rowsOf(reply), token: tokenOf(reply.nextToken) }
  }
}
