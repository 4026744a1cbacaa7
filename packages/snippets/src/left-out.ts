import type {
  Aggregation,
  FieldSchema,
  FieldSort,
  GroupBy,
  IndexSchema,
  InnerHits,
  Query,
  Sorter,
} from '@rowhouse/protocol'
import type { PlainSearch, Procedure, Request } from './request.js'

/** The queries that every SDK can send. */
const COMMON_QUERIES = [
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
  'functionScore',
] as const satisfies readonly Query['kind'][]

/** Queries that only some SDKs can send. */
const RARE_QUERIES = [
  'constScore',
  'knnVector',
  'functionsScore',
  'suffix',
  'disMax',
] as const satisfies readonly Query['kind'][]

type RareQuery = (typeof RARE_QUERIES)[number]

/** The queries that a program with these rare ones may hold. */
export type ShownQuery<Rare extends RareQuery = never> = Extract<
  Query,
  { readonly kind: (typeof COMMON_QUERIES)[number] | Rare }
>

export const isShown = <Rare extends RareQuery>(
  query: Query,
  rare: readonly Rare[],
): query is ShownQuery<Rare> => [...COMMON_QUERIES, ...rare].some((kind) => kind === query.kind)

type SearchPart =
  | 'highlights'
  | 'collapse'
  | 'the slop of a phrase'
  | 'the sort by distance'
  | 'the sort by doc'
  | 'modes and filters of the sort'
  | 'missing values of the sort'
  | 'a field that stands in for a missing one'
  | 'several fields that stand in for a missing one'
  | 'inner hits'
  | 'the filter of the hits'
  | 'the token of the page'
  | 'vector options'
  | 'bounds of a vector query'

/** What the SDK of a language can send of searches and of their indexes, besides what all can. */
export interface SdkParts {
  readonly queries: readonly RareQuery[]
  /** The queries whose weight it sends. */
  readonly weights: readonly Query['kind'][]
  readonly parts: readonly SearchPart[]
}

/** The parts of a request that a program leaves out, which it says in a comment. */
function leftOut(given: Request | Procedure, sdk: SdkParts): string[] {
  switch (given.operation) {
    case 'CreateSearchIndex':
      return ofSchema(given.schema, sdk)
    case 'UpdateTable':
      return when(given.maxTimeDeviation !== undefined, 'the deviation of times')
    case 'ParallelScan':
      return ofQuery(given.query, sdk)
    case 'Search':
      return ofSearch(given.query, sdk)
    default:
      return []
  }
}

const when = (isSo: boolean, part: string): string[] => (isSo ? [part] : [])

/** A part that is there, unless the SDK has it. */
const unsent = (isThere: boolean, part: SearchPart, { parts }: SdkParts): string[] =>
  when(isThere && !parts.includes(part), part)

function ofSchema(schema: IndexSchema, sdk: SdkParts): string[] {
  const fields = fieldsOf(schema)
  const has = (test: (field: FieldSchema) => boolean): boolean => fields.some(test)
  return [
    ...ofSorters(schema.indexSort?.sorters ?? [], sdk),
    ...when(
      has(({ indexOptions }) => indexOptions !== undefined),
      'index options',
    ),
    ...unsent(
      has(({ enableHighlighting }) => enableHighlighting === true),
      'highlights',
      sdk,
    ),
    ...unsent(
      has(({ vectorOptions }) => vectorOptions !== undefined),
      'vector options',
      sdk,
    ),
    ...when(
      has(({ jsonType }) => jsonType !== undefined),
      'types of JSON',
    ),
  ]
}

/** The fields of a schema and those within them. */
export const fieldsOf = ({ fieldSchemas }: Pick<IndexSchema, 'fieldSchemas'>): FieldSchema[] =>
  fieldSchemas.flatMap((field) => [field, ...fieldsOf(field)])

/** Only the SDK of Java sends it for analyzers other than single_word. */
export const caseOfAnalyzers = (given: Request | Procedure): string[] =>
  when(
    given.operation === 'CreateSearchIndex' &&
      fieldsOf(given.schema).some(
        ({ analyzerParameter: parameter }) =>
          parameter !== undefined &&
          parameter.kind !== 'single_word' &&
          parameter.caseSensitive !== undefined,
      ),
    'the case sensitivity of the analyzers split and fuzzy',
  )

function ofSearch(query: PlainSearch, sdk: SdkParts): string[] {
  return [
    ...ofQuery(query.query, sdk),
    ...unsent(query.filter !== undefined, 'the filter of the hits', sdk),
    ...(query.filter === undefined ? [] : ofQuery(query.filter, sdk)),
    ...unsent(query.collapse !== undefined, 'collapse', sdk),
    ...unsent(query.highlight !== undefined, 'highlights', sdk),
    ...unsent(query.token !== undefined, 'the token of the page', sdk),
    ...ofSorters(query.sort?.sorters ?? [], sdk),
  ]
}

function ofQuery(query: Query, sdk: SdkParts): string[] {
  const queries = queriesOf(query)
  const isWeighed = (one: Query): boolean => 'weight' in one && one.weight !== 1
  return [
    ...queries.flatMap((one) => when(!isShown(one, sdk.queries), `the query ${one.kind}`)),
    ...when(
      queries.some(
        (one) => isShown(one, sdk.queries) && isWeighed(one) && !sdk.weights.includes(one.kind),
      ),
      'the weights of queries',
    ),
    ...unsent(
      queries.some((one) => one.kind === 'matchPhrase' && one.slop !== 0),
      'the slop of a phrase',
      sdk,
    ),
    ...unsent(
      queries.some(
        (one) =>
          one.kind === 'knnVector' &&
          isShown(one, sdk.queries) &&
          (one.minScore !== 0 || one.numCandidates !== undefined),
      ),
      'bounds of a vector query',
      sdk,
    ),
    ...queries.flatMap((one) =>
      one.kind === 'nested' && one.innerHits !== undefined ? ofInnerHits(one.innerHits, sdk) : [],
    ),
  ]
}

function ofInnerHits({ sort, highlight }: InnerHits, sdk: SdkParts): string[] {
  return [
    ...unsent(true, 'inner hits', sdk),
    ...unsent(highlight !== undefined, 'highlights', sdk),
    ...ofSorters(sort?.sorters ?? [], sdk),
  ]
}

function ofSorters(sorters: readonly Sorter[], sdk: SdkParts): string[] {
  const has = (kind: Sorter['kind']): boolean => sorters.some((sorter) => sorter.kind === kind)
  return [
    ...unsent(has('geoDistance'), 'the sort by distance', sdk),
    ...unsent(has('doc'), 'the sort by doc', sdk),
    ...sorters.flatMap((sorter) => ofSorter(sorter, sdk)),
  ]
}

function ofSorter(sorter: Sorter, sdk: SdkParts): string[] {
  if (sorter.kind !== 'field' && sorter.kind !== 'geoDistance') return []
  const { mode, nestedFilter } = sorter
  const isPlane = sorter.kind === 'geoDistance' && sorter.distanceType !== 'ARC'
  const isDetailed = mode !== undefined || nestedFilter !== undefined || isPlane
  return [
    ...unsent(isDetailed, 'modes and filters of the sort', sdk),
    ...(nestedFilter === undefined ? [] : ofQuery(nestedFilter.filter, sdk)),
    ...(sorter.kind === 'field' ? ofMissing(sorter, sdk) : []),
  ]
}

const ofMissing = ({ missingValue, missingFields }: FieldSort, sdk: SdkParts): string[] => [
  ...unsent(missingValue !== undefined, 'missing values of the sort', sdk),
  ...unsent(missingFields.length === 1, 'a field that stands in for a missing one', sdk),
  ...unsent(missingFields.length > 1, 'several fields that stand in for a missing one', sdk),
]

export const hasInnerHits = (query: Query): boolean =>
  queriesOf(query).some((one) => one.kind === 'nested' && one.innerHits !== undefined)

/** The query and those within it. */
function queriesOf(query: Query): Query[] {
  switch (query.kind) {
    case 'nested':
    case 'functionScore':
      return [query, ...queriesOf(query.query)]
    case 'functionsScore': {
      const filters = query.functions.flatMap(({ filter }) => filter ?? [])
      return [query, ...[query.query, ...filters].flatMap(queriesOf)]
    }
    case 'constScore':
      return [query, ...queriesOf(query.filter)]
    case 'knnVector':
      return [query, ...(query.filter === undefined ? [] : queriesOf(query.filter))]
    case 'disMax':
      return [query, ...query.queries.flatMap(queriesOf)]
    case 'bool': {
      const { must, mustNot, filter, should } = query
      return [query, ...[...must, ...mustNot, ...filter, ...should].flatMap(queriesOf)]
    }
    default:
      return [query]
  }
}

/** Group-bys, those within them, and the sources of composite ones. */
const groupBysWithin = (groupBys: readonly GroupBy[]): GroupBy[] =>
  groupBys.flatMap((groupBy) => [
    groupBy,
    ...groupBysWithin(groupBy.subGroupBys),
    ...(groupBy.kind === 'composite' ? groupBysWithin(groupBy.sources) : []),
  ])

/** The group-bys of a search at all levels. */
export const groupBysOf = (given: Request | Procedure): readonly GroupBy[] =>
  given.operation === 'Search' ? groupBysWithin(given.query.groupBys) : []

/** The aggregations of a search at all levels. */
export const aggregationsOf = (given: Request | Procedure): readonly Aggregation[] =>
  given.operation === 'Search'
    ? [
        ...given.query.aggregations,
        ...groupBysOf(given).flatMap(({ subAggregations }) => subAggregations),
      ]
    : []

/** The parts of group-bys that an SDK cannot send, as `lacks` names them. */
export const groupByParts = (
  given: Request | Procedure,
  lacks: (groupBy: GroupBy) => readonly string[],
): string[] => [...new Set(groupBysOf(given).flatMap(lacks))]

/** One comment in the language's syntax about everything left out; `own` is what only its SDK lacks. */
export function leftOutComment(
  given: Request | Procedure,
  sign: string,
  sdk: SdkParts,
  own: readonly string[] = [],
): string {
  const parts = [...new Set([...leftOut(given, sdk), ...own])]
  return parts.length === 0 ? '' : `${sign} Left out here: ${parts.join(', ')}.\n`
}
