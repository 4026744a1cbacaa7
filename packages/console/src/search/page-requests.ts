import type { Query } from '@rowhouse/protocol'
import type { PlainSearch, RequestOf } from '@rowhouse/snippets'
import { type DataObject, completed, trusted } from './forms/form.js'
import type { IndexField } from './forms/searchable-fields.js'
import { searchForm } from './forms/search-forms.js'

export interface IndexPlace {
  readonly instance: string
  readonly table: string
  readonly index: string
}

/** Rows of a page; the service gives so many when it must read them from the table. */
const PAGE_ROWS = 100

/** The service answers no hits behind so many without a token. */
const OFFSET_MAX = 99_000

/** The request for a search that its check has passed. */
export function searchRequest(
  { table, index }: IndexPlace,
  search: DataObject,
): RequestOf<'Search'> & { readonly operation: 'Search' } {
  const { columns, ...parts } = completed(searchForm, search)
  const query = trusted<Omit<PlainSearch, 'token' | 'offset' | 'limit'>>(parts)
  return {
    operation: 'Search',
    table,
    index,
    columns: trusted<RequestOf<'Search'>['columns']>(columns),
    query: { ...query, offset: 0, limit: PAGE_ROWS, token: undefined },
  }
}

/**
 * Without a sort the service gives no token for the next page of an index with nested fields, so the order
 * of the primary key is asked for.
 */
export function inOrder(search: DataObject, fields: readonly IndexField[]): DataObject {
  const isOrdered = search['sort'] !== undefined || search['collapse'] !== undefined
  if (isOrdered || fields.every(({ type }) => type !== 'NESTED')) return search
  return { ...search, sort: { sorters: [{ kind: 'primaryKey' }] } }
}

type Statistics = PlainSearch['aggregations']
type Groups = PlainSearch['groupBys']

const answersRows = (aggregations: Statistics, groupBys: Groups): boolean =>
  aggregations.some(({ kind }) => kind === 'topRows') ||
  groupBys.some((group) => answersRows(group.subAggregations, group.subGroupBys))

/** The figures and groups over all hits, without rows but those that an aggregation answers. */
export function statisticsRequest(place: IndexPlace, search: DataObject) {
  const { query, columns, ...request } = searchRequest(place, search)
  const hasRows = answersRows(query.aggregations, query.groupBys)
  return {
    ...request,
    columns: hasRows ? columns : ('none' as const),
    query: { ...query, limit: 0, sort: undefined, collapse: undefined, highlight: undefined },
  } as const
}

/** Where a page begins: behind a token, or after so many hits where the service gives no token. */
export type PageStart = Uint8Array | number

/** A page of the rows that match, without figures and groups. */
export function hitsRequest(place: IndexPlace, search: DataObject, start: PageStart) {
  const { query, ...request } = searchRequest(place, search)
  const page = { ...query, aggregations: [], groupBys: [] }
  if (typeof start === 'number') return { ...request, query: { ...page, offset: start } }
  // The token carries the sort, and the first page has counted all hits.
  const rest = { ...page, sort: undefined, trackTotalCount: -1, token: start }
  return { ...request, query: rest }
}

/**
 * Where the next page begins; undefined behind the last one. Collapsed hits come without a token.
 */
export function nextStart(
  search: DataObject,
  rows: number,
  loaded: number,
  token: Uint8Array | undefined,
): PageStart | undefined {
  if (rows === 0) return undefined
  if (token !== undefined) return token
  const isCollapsed = search['collapse'] !== undefined
  return isCollapsed && rows === PAGE_ROWS && loaded < OFFSET_MAX ? loaded : undefined
}

/** A search that answers nothing. */
export const emptySearch = (
  { table, index }: Omit<IndexPlace, 'instance'>,
  query: Query,
): RequestOf<'Search'> & { readonly operation: 'Search' } => ({
  operation: 'Search',
  table,
  index,
  columns: 'none',
  query: {
    offset: 0,
    limit: 0,
    query,
    collapse: undefined,
    sort: undefined,
    trackTotalCount: -1,
    token: undefined,
    aggregations: [],
    groupBys: [],
    highlight: undefined,
    filter: undefined,
  },
})

/** The most frequent values of a field among the hits of a query. */
export function topValuesRequest(
  place: IndexPlace,
  fieldName: string,
  asked: Query,
  size: number,
): RequestOf<'Search'> & { readonly operation: 'Search' } {
  const { query, ...request } = emptySearch(place, asked)
  const top = {
    kind: 'field',
    name: 'top',
    fieldName,
    size,
    sort: [{ kind: 'rowCount', order: 'DESC' }],
    minDocCount: undefined,
    subAggregations: [],
    subGroupBys: [],
  } as const
  return { ...request, query: { ...query, groupBys: [top] } }
}
