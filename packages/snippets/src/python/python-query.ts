import type { Query, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { call, flag, list, named, value } from './python-values.js'

export const shown = (query: Query): Code => (isShown(query) ? queryOf(query) : 'MatchAllQuery()')

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
      return call('NestedQuery', [quoted(query.path), shown(query.query), mode])
    }
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<ShownQuery, { readonly kind: 'matchAll' | 'bool' | 'nested' }>

function fieldQuery(query: FieldQuery): Code {
  const field = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
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

export function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [call('FieldSort', [quoted(given.fieldName), order])]
    case 'score':
      return [`ScoreSort(${order})`]
    case 'primaryKey':
      return [`PrimaryKeySort(${order})`]
    case 'doc':
    case 'geoDistance':
      return []
  }
}
