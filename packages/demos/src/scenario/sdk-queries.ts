import TableStore from 'tablestore'

type Query = TableStore.SearchQueryPart
type Value = string | number | boolean | TableStore.Int64

const { QueryType, SortMode, SortOrder } = TableStore

/** The SDK's form of queries, in few words. Whole numbers must be given as `long`. */
export const long = (value: number): TableStore.Int64 => TableStore.Long.fromNumber(value)

export const matchAll: Query = { queryType: QueryType.MATCH_ALL_QUERY }

export const term = (fieldName: string, value: Value): Query => ({
  queryType: QueryType.TERM_QUERY,
  query: { fieldName, term: value },
})

/** From inclusive, to exclusive. */
export const range = (
  fieldName: string,
  from: Value | undefined,
  to: Value | undefined,
): Query => ({
  queryType: QueryType.RANGE_QUERY,
  query: { fieldName, rangeFrom: from, includeLower: true, rangeTo: to, includeUpper: false },
})

/** Both bounds inclusive. */
export const upTo = (fieldName: string, to: Value): Query => ({
  queryType: QueryType.RANGE_QUERY,
  query: { fieldName, rangeTo: to, includeUpper: true },
})

export const prefix = (fieldName: string, text: string): Query => ({
  queryType: QueryType.PREFIX_QUERY,
  query: { fieldName, prefix: text },
})

export const wildcard = (fieldName: string, value: string): Query => ({
  queryType: QueryType.WILDCARD_QUERY,
  query: { fieldName, value },
})

export const allWords = (fieldName: string, text: string): Query => ({
  queryType: QueryType.MATCH_QUERY,
  query: { fieldName, text, operator: TableStore.QueryOperator.AND },
})

export const phrase = (fieldName: string, text: string): Query => ({
  queryType: QueryType.MATCH_PHRASE_QUERY,
  query: { fieldName, text },
})

export const must = (...mustQueries: readonly Query[]): Query => ({
  queryType: QueryType.BOOL_QUERY,
  query: { mustQueries },
})

export const nested = (path: string, query: Query): Query => ({
  queryType: QueryType.NESTED_QUERY,
  query: { path, query },
})

/** `centre` as "lat,lon". */
export const within = (fieldName: string, centre: string, metres: number): Query => ({
  queryType: QueryType.GEO_DISTANCE_QUERY,
  query: { fieldName, centerPoint: centre, distance: metres },
})

export const inBox = (fieldName: string, topLeft: string, bottomRight: string): Query => ({
  queryType: QueryType.GEO_BOUNDING_BOX_QUERY,
  query: { fieldName, topLeft, bottomRight },
})

export const inPolygon = (fieldName: string, points: readonly string[]): Query => ({
  queryType: QueryType.GEO_POLYGON_QUERY,
  query: { fieldName, points },
})

export const ascending = (fieldName: string): object => ({
  fieldSort: { fieldName, order: SortOrder.SORT_ORDER_ASC },
})

export const descending = (fieldName: string): object => ({
  fieldSort: { fieldName, order: SortOrder.SORT_ORDER_DESC },
})

/** By the best value of those children alone that the filter lets through. */
export const bestOf = (fieldName: string, path: string, filter: Query): object => ({
  fieldSort: {
    fieldName,
    order: SortOrder.SORT_ORDER_DESC,
    mode: SortMode.SORT_MODE_MAX,
    nestedFilter: { path, filter },
  },
})

export const nearest = (fieldName: string, centre: string): object => ({
  geoDistanceSort: { fieldName, points: [centre], order: SortOrder.SORT_ORDER_ASC },
})

export const byField = (fieldName: string, size: number, more: object = {}): object => ({
  name: 'groups',
  type: TableStore.GroupByType.GROUP_BY_FIELD,
  body: { fieldName, size, ...more },
})

/** Within each group the sum of a field, which also orders the groups, the largest first. */
export const bySumOf = (fieldName: string): object => ({
  sort: {
    sorters: [
      { subAggSort: { subAggName: 'sum', order: SortOrder.SORT_ORDER_DESC } },
      { groupKeySort: { order: SortOrder.SORT_ORDER_ASC } },
    ],
  },
  subAggs: {
    aggs: [{ name: 'sum', type: TableStore.AggregationType.AGG_SUM, body: { fieldName } }],
  },
})

export const averageOf = (fieldName: string): object => ({
  subAggs: {
    aggs: [{ name: 'average', type: TableStore.AggregationType.AGG_AVG, body: { fieldName } }],
  },
})
