import type { Query, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { list, literal, struct } from './go-values.js'

export const shown = (query: Query): Code =>
  isShown(query) ? queryOf(query) : '&search.MatchAllQuery{}'

const queries = (given: readonly Query[]): Code | undefined =>
  given.length === 0 ? undefined : list('search.Query', given.map(shown))

const int32 = (given: number | string | undefined): string | undefined =>
  typeof given === 'number' ? `proto.Int32(${given})` : undefined

const MODES = { NONE: 'None', AVG: 'Avg', MAX: 'Max', TOTAL: 'Total', MIN: 'Min' } as const

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return '&search.MatchAllQuery{}'
    case 'bool':
      return struct('&search.BoolQuery', {
        MustQueries: queries(query.must),
        MustNotQueries: queries(query.mustNot),
        FilterQueries: queries(query.filter),
        ShouldQueries: queries(query.should),
        MinimumShouldMatch: int32(query.minimumShouldMatch),
      })
    case 'nested':
      return struct('&search.NestedQuery', {
        Path: quoted(query.path),
        Query: shown(query.query),
        ScoreMode: `search.ScoreMode_${MODES[query.scoreMode]}`,
      })
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<ShownQuery, { readonly kind: 'matchAll' | 'bool' | 'nested' }>

function fieldQuery(query: FieldQuery): Code {
  const FieldName = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
  switch (query.kind) {
    case 'term':
      return struct('&search.TermQuery', { FieldName, Term: literal(query.term) })
    case 'terms': {
      const Terms = list('interface{}', query.terms.map(literal))
      return struct('&search.TermsQuery', { FieldName, Terms })
    }
    case 'match': {
      const MinimumShouldMatch = int32(query.minimumShouldMatch)
      const Operator = `search.QueryOperator_${query.operator}.Enum()`
      const Text = quoted(query.text)
      return struct('&search.MatchQuery', { FieldName, Text, MinimumShouldMatch, Operator })
    }
    case 'matchPhrase':
      return struct('&search.MatchPhraseQuery', { FieldName, Text: quoted(query.text) })
    case 'prefix':
      return struct('&search.PrefixQuery', { FieldName, Prefix: quoted(query.prefix) })
    case 'wildcard':
      return struct('&search.WildcardQuery', { FieldName, Value: quoted(query.value) })
    case 'exists':
      return struct('&search.ExistsQuery', { FieldName })
    case 'range':
      return struct('&search.RangeQuery', {
        FieldName,
        From: query.from === undefined ? undefined : literal(query.from),
        To: query.to === undefined ? undefined : literal(query.to),
        IncludeLower: String(query.includeLower),
        IncludeUpper: String(query.includeUpper),
      })
    case 'geoDistance': {
      const [CenterPoint, DistanceInMeter] = [point(query.centerPoint), String(query.distance)]
      return struct('&search.GeoDistanceQuery', { FieldName, CenterPoint, DistanceInMeter })
    }
    case 'geoBoundingBox': {
      const [TopLeft, BottomRight] = [point(query.topLeft), point(query.bottomRight)]
      return struct('&search.GeoBoundingBoxQuery', { FieldName, TopLeft, BottomRight })
    }
    case 'geoPolygon': {
      const Points = list('string', query.points.map(point))
      return struct('&search.GeoPolygonQuery', { FieldName, Points })
    }
  }
}

export function sorter(given: Sorter): Code[] {
  const Order = `search.SortOrder_${given.order}.Enum()`
  switch (given.kind) {
    case 'field':
      return [struct('&search.FieldSort', { FieldName: quoted(given.fieldName), Order })]
    case 'score':
      return [struct('&search.ScoreSort', { Order })]
    case 'primaryKey':
      return [struct('&search.PrimaryKeySort', { Order })]
    case 'doc':
    case 'geoDistance':
      return []
  }
}
