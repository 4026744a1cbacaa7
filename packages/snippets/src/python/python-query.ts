import type {
  FieldSort,
  GeoDistanceSort,
  GeoPoint,
  InnerHits,
  Query,
  Sort,
  Sorter,
} from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery as ShownBy, isShown } from '../left-out.js'
import { highlight } from './python-highlight.js'
import { PYTHON_SDK } from './python-sdk.js'
import { call, flag, list, named, value } from './python-values.js'

type ShownQuery = ShownBy<(typeof PYTHON_SDK.queries)[number]>

export const shown = (query: Query): Code =>
  isShown(query, PYTHON_SDK.queries) ? queryOf(query) : 'MatchAllQuery()'

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return 'MatchAllQuery()'
    case 'bool':
      return call('BoolQuery', [
        named('must_queries', queries(query.must)),
        named('must_not_queries', queries(query.mustNot)),
        named('filter_queries', queries(query.filter)),
        named('should_queries', queries(query.should)),
        named('minimum_should_match', text(query.minimumShouldMatch)),
      ])
    case 'nested': {
      const mode = `ScoreMode.${query.scoreMode}`
      const hits = query.innerHits && innerHits(query.innerHits)
      return call('NestedQuery', [
        quoted(query.path),
        shown(query.query),
        mode,
        named('inner_hits', hits),
      ])
    }
    case 'functionScore': {
      const factor = call('FieldValueFactor', [quoted(query.fieldName)])
      return call('FunctionScoreQuery', [shown(query.query), factor])
    }
    case 'knnVector':
      return call('KnnVectorQuery', [
        quoted(query.fieldName),
        named('top_k', String(query.topK)),
        named('float32_query_vector', list(query.vector.map(String))),
        named('filter', query.filter && shown(query.filter)),
      ])
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<
  ShownQuery,
  { readonly kind: 'matchAll' | 'bool' | 'nested' | 'functionScore' | 'knnVector' }
>

const point = ({ lat, lon }: GeoPoint): string => quoted(`${lat},${lon}`)

function fieldQuery(query: FieldQuery): Code {
  const field = quoted(query.fieldName)
  switch (query.kind) {
    case 'term':
      return call('TermQuery', [field, value(query.term)])
    case 'terms':
      return call('TermsQuery', [field, list(query.terms.map(value))])
    case 'match': {
      const least = named('minimum_should_match', text(query.minimumShouldMatch))
      const operator = named('operator', `QueryOperator.${query.operator}`)
      return call('MatchQuery', [field, quoted(query.text), least, operator])
    }
    case 'matchPhrase':
      return call('MatchPhraseQuery', [field, quoted(query.text)])
    case 'prefix':
      return call('PrefixQuery', [field, quoted(query.prefix)])
    case 'wildcard':
      return call('WildcardQuery', [field, quoted(query.value)])
    case 'exists':
      return call('ExistsQuery', [field])
    case 'range':
      return call('RangeQuery', [
        field,
        named('range_from', query.from === undefined ? undefined : value(query.from)),
        named('range_to', query.to === undefined ? undefined : value(query.to)),
        named('include_lower', flag(query.includeLower)),
        named('include_upper', flag(query.includeUpper)),
      ])
    case 'geoDistance':
      return call('GeoDistanceQuery', [field, point(query.centerPoint), String(query.distance)])
    case 'geoBoundingBox':
      return call('GeoBoundingBoxQuery', [field, point(query.topLeft), point(query.bottomRight)])
    case 'geoPolygon':
      return call('GeoPolygonQuery', [field, list(query.points.map(point))])
  }
}

const queries = (given: readonly Query[]): Code | undefined =>
  given.length === 0 ? undefined : list(given.map(shown))

const text = (given: number | string | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

/** A sort as an expression, unless there are no sorters. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0 ? call('Sort', [list(sorters)]) : undefined
}

export function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [call('FieldSort', [quoted(given.fieldName), order, ...details(given)])]
    case 'score':
      return [`ScoreSort(${order})`]
    case 'primaryKey':
      return [`PrimaryKeySort(${order})`]
    case 'geoDistance': {
      const points = list(given.points.map(point))
      const sorted = named('sort_order', order)
      const type = given.distanceType === 'ARC' ? undefined : 'GeoDistanceType.PLANE'
      const plane = named('geo_distance_type', type)
      const items = [quoted(given.fieldName), points, sorted, ...details(given), plane]
      return [call('GeoDistanceSort', items)]
    }
    case 'doc':
      return [`DocSort(${order})`]
  }
}

const details = ({ mode, nestedFilter }: FieldSort | GeoDistanceSort): (Code | undefined)[] => [
  named('sort_mode', mode && `SortMode.${mode}`),
  named(
    'nested_filter',
    nestedFilter && call('NestedFilter', [quoted(nestedFilter.path), shown(nestedFilter.filter)]),
  ),
]

const innerHits = ({ sort, offset, limit, highlight: marks }: InnerHits): Code =>
  call('InnerHits', [
    sorting(sort) ?? 'None',
    String(offset),
    String(limit),
    marks === undefined ? 'None' : highlight(marks),
  ])
