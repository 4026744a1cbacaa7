import {
  type AggregationResult,
  type GroupByResult,
  type Grouping,
  type Highlight,
  type MetricAggregation,
  type Query,
  type SearchColumnsToGet,
  type SearchHit,
  type SearchQuery,
  TrackTotalCount,
  type DescribeSearchIndexReply,
  computeSplits,
  createSearchIndex,
  deleteSearchIndex,
  describeSearchIndex,
  limits,
  parallelScan,
  search,
  updateSearchIndex,
} from '@rowhouse/protocol'
import type { CallOptions } from '../calls/caller.js'
import type { Call } from '../calls/call.js'
import { throwIfAborted } from '../calls/throw-if-aborted.js'
import { UsageError } from '../errors.js'
import { encodeGivenKey } from '../rows/encode-typed-key.js'
import type { KeyBound } from '../rows/read-range.js'
import { decodeFound } from '../rows/decode-typed-row.js'
import type { TableLayout } from '../rows/table-layout.js'
import type { ColumnName, RowOf, TableSchema } from '../schema/define-table.js'
import { named } from './aggregations.js'
import { type NewSearchIndex, fieldsOf, indexSchemaOf } from './index-fields.js'
import type { FieldName, SorterOf } from './field-names.js'
import { matchAll } from './queries.js'
import { scanPart } from './scan-pages.js'

export type Aggregations = Readonly<Record<string, MetricAggregation>>
export type Groups = Readonly<Record<string, Grouping>>

export interface SearchOptions<
  S extends TableSchema,
  A extends Aggregations = Aggregations,
  G extends Groups = Groups,
  Virtual extends string = never,
> extends CallOptions {
  /** All rows by default. */
  readonly query?: Query
  readonly sort?: readonly SorterOf<S, Virtual>[]
  readonly offset?: number
  /** Rows of this page: 10 by default, and 0 for aggregations only. */
  readonly limit?: number
  /** Where the last page ended. It contains the sort. */
  readonly token?: Buffer
  /** Whether hits are counted, or up to which number. */
  readonly count?: boolean | number
  /** Columns of the rows: all, only the key, or these. */
  readonly columns?: 'all' | 'none' | readonly ColumnName<S>[]
  /** Returns one hit for each value of this field. */
  readonly collapse?: FieldName<S, Virtual>
  readonly highlight?: Highlight
  /** Values of the key columns that the index is routed by: only their partitions are searched. */
  readonly routing?: readonly KeyBound<S>[]
  readonly aggregations?: A
  readonly groups?: G
  /** Whether the search sees all acknowledged writes. Only Rowhouse has this; the service ignores it. */
  readonly waitForIndex?: boolean
}

/** The result of an aggregation of a kind, or of a group-by of a kind. */
type ResultOf<All extends { readonly kind: string }, Kind extends string> = Extract<
  All,
  { readonly kind: Kind }
>

export interface SearchResult<S extends TableSchema, A extends Aggregations, G extends Groups> {
  readonly rows: readonly RowOf<S>[]
  /** Empty, or one for each row: scores, highlights and inner hits. */
  readonly hits: readonly SearchHit[]
  /** Undefined when hits were not counted. */
  readonly total: number | undefined
  /** Undefined on the last page. */
  readonly nextToken: Buffer | undefined
  /** False when a part of the index did not answer. */
  readonly isComplete: boolean
  readonly aggregations: {
    readonly [Name in keyof A]: ResultOf<AggregationResult, A[Name]['kind']>
  }
  readonly groups: { readonly [Name in keyof G]: ResultOf<GroupByResult, G[Name]['kind']> }
}

export interface ScanOptions<S extends TableSchema> extends CallOptions {
  readonly query?: Query
  /** Columns of the rows: those that the index has, only the key, or these. */
  readonly columns?: 'indexed' | 'none' | readonly ColumnName<S>[]
  /** Parts that are read at once; by default as many as the index allows. */
  readonly parallel?: number
  readonly pageRows?: number
}

const NO_TOKEN =
  'only the first page can be read: name a sort, such as sort.byKey(), or read collapsed hits with search and offset'
const WAIT_HEADER = 'x-rowhouse-wait-for-index'

/** A search index of a table. `Virtual` are the names of its virtual fields. */
export class SearchIndex<S extends TableSchema, Virtual extends string = never> {
  readonly name: string
  readonly #layout: TableLayout<S>
  readonly #call: Call

  constructor(layout: TableLayout<S>, name: string, call: Call) {
    this.name = name
    this.#layout = layout
    this.#call = call
  }

  /** Rows that exist already are indexed in the background. The index can be searched at once. */
  async create(index: NewSearchIndex, options?: CallOptions): Promise<void> {
    const schema = indexSchemaOf(index)
    const { timeToLive } = index
    await this.#call(
      createSearchIndex,
      { ...this.#names(), schema, sourceIndexName: undefined, timeToLive },
      options,
    )
  }

  async addFields(fields: NewSearchIndex['fields'], options?: CallOptions): Promise<void> {
    const nothing = { switchIndexName: undefined, queryFlowWeight: [], timeToLive: undefined }
    const addedFieldSchemas = fieldsOf(fields)
    await this.#call(
      updateSearchIndex,
      { ...this.#names(), ...nothing, addedFieldSchemas },
      options,
    )
  }

  describe(options?: CallOptions): Promise<DescribeSearchIndexReply> {
    return this.#call(describeSearchIndex, { ...this.#names(), includeSyncStat: true }, options)
  }

  async delete(options?: CallOptions): Promise<void> {
    await this.#call(deleteSearchIndex, this.#names(), options)
  }

  #names(): { readonly tableName: string; readonly indexName: string } {
    return { tableName: this.#layout.name, indexName: this.name }
  }

  async search<
    A extends Aggregations = Record<never, never>,
    G extends Groups = Record<never, never>,
  >(options: SearchOptions<S, A, G, Virtual> = {}): Promise<SearchResult<S, A, G>> {
    const request = {
      ...this.#names(),
      columnsToGet: columnsOf(options.columns),
      searchQuery: searchQueryOf(options),
      routingValues: (options.routing ?? []).map((key) => encodeGivenKey(this.#layout, key)),
      timeoutMs: options.timeoutMs,
    }
    const headers = {
      ...options.headers,
      ...(options.waitForIndex === true && { [WAIT_HEADER]: 'true' }),
    }
    const reply = await this.#call(search, request, { ...options, headers })
    return {
      rows: reply.rows.map((row) => decodeFound(this.#layout, row)),
      hits: reply.searchHits,
      total: reply.totalHits < 0 ? undefined : reply.totalHits,
      nextToken: reply.nextToken,
      isComplete: reply.isAllSucceeded,
      aggregations: resultsOf<A, AggregationResult>(options.aggregations, reply.aggregations),
      groups: resultsOf<G, GroupByResult>(options.groups, reply.groupBys),
    }
  }

  /**
   * All rows that a search finds, page by page in the order of its sort. The service continues neither
   * pages without a sort, where the index has nested fields, nor those of collapsed hits: more than one such
   * page is a UsageError.
   */
  async *rows(
    options: SearchOptions<S, Aggregations, Groups, Virtual> = {},
  ): AsyncGenerator<RowOf<S>, void, undefined> {
    let token = options.token
    do {
      const { token: _, ...rest } = options
      const page = await this.search({ ...rest, ...(token !== undefined && { token }) })
      token = page.nextToken
      // The service gives a token with each full page that it can continue: its page on tokens.
      const isFull =
        page.rows.length > 0 && page.rows.length === (options.limit ?? limits.SEARCH_LIMIT_DEFAULT)
      if (isFull && token === undefined) throw new UsageError(NO_TOKEN)
      for (const row of page.rows) {
        throwIfAborted(options.signal, search.name)
        yield row
      }
    } while (token !== undefined)
  }

  /** All rows that match, in no order, read by several requests at once. */
  async *scan(options: ScanOptions<S> = {}): AsyncGenerator<RowOf<S>, void, undefined> {
    const names = this.#names()
    const { sessionId, splitsSize } = await this.#call(computeSplits, names, options)
    const parts = Math.max(1, Math.min(options.parallel ?? splitsSize, splitsSize))
    const scan = {
      ...names,
      layout: this.#layout,
      call: this.#call,
      sessionId,
      maxParallel: parts,
      query: options.query ?? matchAll(),
      columnsToGet: columnsOf(options.columns ?? 'indexed'),
      options,
    }
    const pages = Array.from({ length: parts }, (_, part) => scanPart(scan, part))
    yield* inTheirTurn(pages, options.signal)
  }
}

/** Merges several sources in the order in which their results arrive. */
async function* inTheirTurn<T>(
  sources: readonly AsyncGenerator<readonly T[], void, undefined>[],
  signal: AbortSignal | undefined,
): AsyncGenerator<T, void, undefined> {
  const ask = async (source: AsyncGenerator<readonly T[], void, undefined>) => ({
    source,
    result: await source.next(),
  })
  const waiting = new Map(sources.map((source) => [source, ask(source)]))
  try {
    while (waiting.size > 0) {
      const { source, result } = await Promise.race(waiting.values())
      if (result.done === true) {
        waiting.delete(source)
        continue
      }
      waiting.set(source, ask(source))
      for (const one of result.value) {
        throwIfAborted(signal, parallelScan.name)
        yield one
      }
    }
  } finally {
    // After an early end or an error, the failures of other sources must not be unhandled.
    for (const page of waiting.values()) page.catch(() => undefined)
  }
}

function columnsOf(
  columns: 'all' | 'indexed' | 'none' | readonly string[] = 'all',
): SearchColumnsToGet {
  if (columns === 'all') return { returnType: 'ALL', columnNames: [] }
  // A parallel scan returns only columns of the index.
  if (columns === 'indexed') return { returnType: 'ALL_FROM_INDEX', columnNames: [] }
  if (columns === 'none') return { returnType: 'NONE', columnNames: [] }
  return { returnType: 'SPECIFIED', columnNames: columns }
}

function searchQueryOf<S extends TableSchema, Virtual extends string>(
  options: SearchOptions<S, Aggregations, Groups, Virtual>,
): SearchQuery {
  const { sort, count = false } = options
  return {
    offset: options.offset ?? 0,
    limit: options.limit,
    query: options.query ?? matchAll(),
    collapse: options.collapse,
    // A token contains the sort of its search.
    sort:
      sort === undefined || options.token !== undefined
        ? undefined
        : { sorters: sort, disableDefaultPrimaryKeySorter: false },
    trackTotalCount:
      typeof count === 'number' ? count : count ? TrackTotalCount.ALL : TrackTotalCount.OFF,
    token: options.token,
    aggregations: named(options.aggregations ?? {}),
    groupBys: named(options.groups ?? {}),
    highlight: options.highlight,
    filter: undefined,
  }
}

/** Results by the given names. */
function resultsOf<
  Asked extends Readonly<Record<string, { readonly kind: string }>>,
  Result extends { readonly kind: string; readonly name: string },
>(
  asked: Asked | undefined,
  results: readonly Result[],
): { readonly [Name in keyof Asked]: ResultOf<Result, Asked[Name]['kind']> } {
  const found: Record<string, Result> = {}
  for (const [name, { kind }] of Object.entries(asked ?? {})) {
    const result = results.find((candidate) => candidate.name === name)
    if (result?.kind !== kind) throw new UsageError(`the reply lacks the result of ${name}`)
    found[name] = result
  }
  // The kinds were compared above.
  return found as { readonly [Name in keyof Asked]: ResultOf<Result, Asked[Name]['kind']> }
}
