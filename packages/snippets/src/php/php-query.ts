import type { GeoPoint, Query, Sort, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { type ShownQuery as ShownBy, isShown } from '../left-out.js'
import { PHP_SDK } from './php-sdk.js'
import { list, members, text, value } from './php-values.js'

type ShownQuery = ShownBy<(typeof PHP_SDK.queries)[number]>

export const shown = (query: Query): Code =>
  isShown(query, PHP_SDK.queries) ? queryOf(query) : queryOf({ kind: 'matchAll' })

const typed = (type: string, given: Readonly<Record<string, Code | undefined>>): Code =>
  members({ query_type: `QueryTypeConst::${type}_QUERY`, query: members(given) })

const number = (given: number | string | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

const queries = (given: readonly Query[]): Code | undefined =>
  given.length === 0 ? undefined : list(given.map(shown))

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return members({ query_type: 'QueryTypeConst::MATCH_ALL_QUERY' })
    case 'bool':
      return typed('BOOL', {
        must_queries: queries(query.must),
        must_not_queries: queries(query.mustNot),
        filter_queries: queries(query.filter),
        should_queries: queries(query.should),
        minimum_should_match: number(query.minimumShouldMatch),
      })
    case 'nested':
      return typed('NESTED', {
        path: text(query.path),
        query: shown(query.query),
        score_mode: `ScoreModeConst::SCORE_MODE_${query.scoreMode}`,
        weight: weight(query.weight),
      })
    case 'constScore':
      return typed('CONST_SCORE', { filter: shown(query.filter) })
    case 'functionScore':
      return typed('FUNCTION_SCORE', {
        query: shown(query.query),
        field_value_factor: members({ field_name: text(query.fieldName) }),
      })
    case 'knnVector':
      return typed('KNN_VECTOR', {
        field_name: text(query.fieldName),
        top_k: String(query.topK),
        float32_query_vector: list(query.vector.map(value)),
        filter: query.filter && shown(query.filter),
        weight: weight(query.weight),
      })
    default:
      return fieldQuery(query)
  }
}

const weight = (given: number): string | undefined => (given === 1 ? undefined : value(given))

type FieldQuery = Exclude<
  ShownQuery,
  { readonly kind: 'matchAll' | 'bool' | 'nested' | 'constScore' | 'functionScore' | 'knnVector' }
>

const point = ({ lat, lon }: GeoPoint): string => text(`${lat},${lon}`)

function fieldQuery(query: FieldQuery): Code {
  const field_name = text(query.fieldName)
  switch (query.kind) {
    case 'term':
      return typed('TERM', {
        field_name,
        term: value(query.term),
        weight: weight(query.weight),
      })
    case 'terms':
      return typed('TERMS', {
        field_name,
        terms: list(query.terms.map(value)),
        weight: weight(query.weight),
      })
    case 'match':
      return typed('MATCH', {
        field_name,
        text: text(query.text),
        operator: `QueryOperatorConst::PB${query.operator}`,
        minimum_should_match: number(query.minimumShouldMatch),
        weight: weight(query.weight),
      })
    case 'matchPhrase':
      return typed('MATCH_PHRASE', {
        field_name,
        text: text(query.text),
        weight: weight(query.weight),
      })
    case 'prefix':
      return typed('PREFIX', {
        field_name,
        prefix: text(query.prefix),
        weight: weight(query.weight),
      })
    case 'wildcard':
      return typed('WILDCARD', {
        field_name,
        value: text(query.value),
        weight: weight(query.weight),
      })
    case 'exists':
      return typed('EXISTS', { field_name })
    case 'range':
      return typed('RANGE', {
        field_name,
        range_from: query.from === undefined ? undefined : value(query.from),
        include_lower: query.from === undefined ? undefined : String(query.includeLower),
        range_to: query.to === undefined ? undefined : value(query.to),
        include_upper: query.to === undefined ? undefined : String(query.includeUpper),
      })
    case 'geoDistance': {
      const [center_point, distance] = [point(query.centerPoint), String(query.distance)]
      return typed('GEO_DISTANCE', { field_name, center_point, distance })
    }
    case 'geoBoundingBox': {
      const [top_left, bottom_right] = [point(query.topLeft), point(query.bottomRight)]
      return typed('GEO_BOUNDING_BOX', { field_name, top_left, bottom_right })
    }
    case 'geoPolygon':
      return typed('GEO_POLYGON', { field_name, points: list(query.points.map(point)) })
  }
}

/** Sorters, unless there are none. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0 ? list(sorters) : undefined
}

export function sorter(given: Sorter): Code[] {
  const order = `SortOrderConst::SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'field':
      return [members({ field_sort: members({ field_name: text(given.fieldName), order }) })]
    case 'score':
      return [members({ score_sort: members({ order }) })]
    case 'primaryKey':
      return [members({ pk_sort: members({ order }) })]
    case 'geoDistance': {
      const points = list(given.points.map(point))
      const field_name = text(given.fieldName)
      return [members({ geo_distance_sort: members({ field_name, points, order }) })]
    }
    case 'doc':
      return []
  }
}
