import type {
  Aggregation,
  FieldSchema,
  GroupBy,
  IndexSchema,
  Query,
  Sorter,
} from '@rowhouse/protocol'
import type { PlainSearch, Request } from './request.js'

/** The queries that every language supports; others are listed as left out. */
export const SHOWN_QUERIES = [
  'matchAll',
  'term',
  'terms',
  'match',
  'matchPhrase',
  'prefix',
  'wildcard',
  'range',
  'exists',
  'bool',
  'nested',
  'geoDistance',
  'geoBoundingBox',
  'geoPolygon',
] as const satisfies readonly Query['kind'][]

export type ShownQuery = Extract<Query, { readonly kind: (typeof SHOWN_QUERIES)[number] }>

export const isShown = (query: Query): query is ShownQuery =>
  SHOWN_QUERIES.some((kind) => kind === query.kind)

/** The parts of a request that every snippet leaves out, which the program says in a comment. */
export function leftOut(request: Request): string[] {
  if (request.operation === 'CreateSearchIndex') return ofSchema(request.schema)
  if (request.operation === 'UpdateTable') {
    return when(request.maxTimeDeviation !== undefined, 'the deviation of times')
  }
  return request.operation === 'Search' ? ofSearch(request.query) : []
}

const when = (isSo: boolean, part: string): string[] => (isSo ? [part] : [])

function ofSchema(schema: IndexSchema): string[] {
  const fields = fieldsOf(schema)
  return [
    ...when(schema.indexSort !== undefined, 'the sort of the index'),
    ...when(
      fields.some(({ indexOptions }) => indexOptions !== undefined),
      'index options',
    ),
    ...when(
      fields.some(({ enableHighlighting }) => enableHighlighting === true),
      'highlighting',
    ),
    ...when(
      fields.some(({ vectorOptions }) => vectorOptions !== undefined),
      'vector options',
    ),
    ...when(
      fields.some(({ jsonType }) => jsonType !== undefined),
      'types of JSON',
    ),
  ]
}

/** The fields of a schema and those within them. */
export const fieldsOf = ({ fieldSchemas }: Pick<IndexSchema, 'fieldSchemas'>): FieldSchema[] =>
  fieldSchemas.flatMap((field) => [field, ...fieldsOf(field)])

/** For the SDKs whose programs do not show them. */
export const analyzerParametersOf = (request: Request): string[] =>
  when(
    request.operation === 'CreateSearchIndex' &&
      fieldsOf(request.schema).some(({ analyzerParameter }) => analyzerParameter !== undefined),
    'analyzer parameters',
  )

function ofSearch(query: PlainSearch): string[] {
  const sorters = query.sort?.sorters ?? []
  const hasSort = (kind: Sorter['kind']): boolean => sorters.some((sorter) => sorter.kind === kind)
  const queries = queriesOf(query.query)
  return [
    ...queries.flatMap((one) => when(!isShown(one), `the query ${one.kind}`)),
    ...when(
      queries.some((one) => isShown(one) && 'weight' in one && one.weight !== 1),
      'the weights of queries',
    ),
    ...when(
      queries.some((one) => one.kind === 'matchPhrase' && one.slop !== 0),
      'the slop of a phrase',
    ),
    ...when(
      queries.some((one) => one.kind === 'nested' && one.innerHits !== undefined),
      'inner hits',
    ),
    ...when(query.filter !== undefined, 'the filter of the hits'),
    ...when(query.collapse !== undefined, 'collapse'),
    ...when(query.highlight !== undefined, 'highlights'),
    ...when(query.token !== undefined, 'the token of the page'),
    ...when(hasSort('geoDistance'), 'the sort by distance'),
    ...when(hasSort('doc'), 'the sort by doc'),
    ...when(sorters.some(hasDetails), 'modes, filters and missing values of the sort'),
  ]
}

const hasDetails = (sorter: Sorter): boolean =>
  sorter.kind === 'field' &&
  (sorter.mode !== undefined ||
    sorter.nestedFilter !== undefined ||
    sorter.missingValue !== undefined ||
    sorter.missingFields.length > 0)

/** The query and those within it, as far as they are shown. */
function queriesOf(query: Query): Query[] {
  if (query.kind === 'nested') return [query, ...queriesOf(query.query)]
  if (query.kind !== 'bool') return [query]
  const { must, mustNot, filter, should } = query
  return [query, ...[...must, ...mustNot, ...filter, ...should].flatMap(queriesOf)]
}

/** Group-bys, those within them, and the sources of composite ones. */
const groupBysWithin = (groupBys: readonly GroupBy[]): GroupBy[] =>
  groupBys.flatMap((groupBy) => [
    groupBy,
    ...groupBysWithin(groupBy.subGroupBys),
    ...(groupBy.kind === 'composite' ? groupBysWithin(groupBy.sources) : []),
  ])

/** The group-bys of a search at all levels. */
export const groupBysOf = (request: Request): readonly GroupBy[] =>
  request.operation === 'Search' ? groupBysWithin(request.query.groupBys) : []

/** The aggregations of a search at all levels. */
export const aggregationsOf = (request: Request): readonly Aggregation[] =>
  request.operation === 'Search'
    ? [
        ...request.query.aggregations,
        ...groupBysOf(request).flatMap(({ subAggregations }) => subAggregations),
      ]
    : []

/** The parts of group-bys that an SDK cannot send, as `lacks` names them. */
export const groupByParts = (
  request: Request,
  lacks: (groupBy: GroupBy) => readonly string[],
): string[] => [...new Set(groupBysOf(request).flatMap(lacks))]

/** One comment in the language's syntax about everything left out; `own` is what its SDK cannot send. */
export function leftOutComment(
  request: Request,
  sign: string,
  own: readonly string[] = [],
): string {
  const parts = [...leftOut(request), ...own]
  return parts.length === 0 ? '' : `${sign} Left out here: ${parts.join(', ')}.\n`
}
