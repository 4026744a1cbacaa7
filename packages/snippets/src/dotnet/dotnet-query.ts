import type { Query, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { call, columnValue, list, object, text } from './dotnet-values.js'

export const shown = (query: Query): Code =>
  isShown(query) ? queryOf(query) : 'new MatchAllQuery()'

const queries = (given: readonly Query[]): Code | undefined =>
  given.length === 0 ? undefined : list('IQuery', given.map(shown))

const least = (given: number | string | undefined): string | undefined =>
  typeof given === 'number' ? String(given) : undefined

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return 'new MatchAllQuery()'
    case 'bool':
      return object('BoolQuery', {
        MustQueries: queries(query.must),
        MustNotQueries: queries(query.mustNot),
        FilterQueries: queries(query.filter),
        ShouldQueries: queries(query.should),
        MinimumShouldMatch: least(query.minimumShouldMatch),
      })
    case 'nested': {
      const mode = query.scoreMode.charAt(0) + query.scoreMode.slice(1).toLowerCase()
      return object('NestedQuery', {
        Path: text(query.path),
        Query: shown(query.query),
        ScoreMode: `ScoreMode.${mode}`,
      })
    }
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<ShownQuery, { readonly kind: 'matchAll' | 'bool' | 'nested' }>

function fieldQuery(query: FieldQuery): Code {
  const FieldName = text(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    text(`${lat},${lon}`)
  switch (query.kind) {
    case 'term':
      return call('TermQuery', [FieldName, columnValue(query.term)])
    case 'terms':
      return call('TermsQuery', [FieldName, list('ColumnValue', query.terms.map(columnValue))])
    case 'match':
      return object(`MatchQuery(${FieldName}, ${text(query.text)})`, {
        Operator: `QueryOperator.${query.operator}`,
        MinimumShouldMatch: least(query.minimumShouldMatch),
      })
    case 'matchPhrase':
      return call('MatchPhraseQuery', [FieldName, text(query.text)])
    case 'prefix':
      return call('PrefixQuery', [FieldName, text(query.prefix)])
    case 'wildcard':
      return call('WildcardQuery', [FieldName, text(query.value)])
    case 'exists':
      return object('ExistsQuery', { FieldName })
    case 'range':
      return object('RangeQuery', {
        FieldName,
        From: query.from === undefined ? undefined : columnValue(query.from),
        IncludeLower: query.from === undefined ? undefined : String(query.includeLower),
        To: query.to === undefined ? undefined : columnValue(query.to),
        IncludeUpper: query.to === undefined ? undefined : String(query.includeUpper),
      })
    case 'geoDistance': {
      const [CenterPoint, DistanceInMeter] = [point(query.centerPoint), String(query.distance)]
      return object('GeoDistanceQuery', { FieldName, CenterPoint, DistanceInMeter })
    }
    case 'geoBoundingBox': {
      const [TopLeft, BottomRight] = [point(query.topLeft), point(query.bottomRight)]
      return object('GeoBoundingBoxQuery', { FieldName, TopLeft, BottomRight })
    }
    case 'geoPolygon': {
      const Points = list('string', query.points.map(point))
      return object('GeoPolygonQuery', { FieldName, Points })
    }
  }
}

export function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [call('FieldSort', [text(given.fieldName), order])]
    case 'score':
      return [object('ScoreSort', { Order: order })]
    case 'primaryKey':
      return [call('PrimaryKeySort', [order])]
    case 'doc':
    case 'geoDistance':
      return []
  }
}
