import type { Query, Sort, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { type ShownQuery, isShown } from '../left-out.js'
import { DOTNET_SDK } from './dotnet-sdk.js'
import { call, columnValue, list, object, text } from './dotnet-values.js'

export const shown = (query: Query): Code =>
  isShown(query, DOTNET_SDK.queries) ? queryOf(query) : 'new MatchAllQuery()'

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
    case 'functionScore':
      return call('FunctionScoreQuery', [
        shown(query.query),
        call('FieldValueFactor', [text(query.fieldName)]),
      ])
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<
  ShownQuery,
  { readonly kind: 'matchAll' | 'bool' | 'nested' | 'functionScore' }
>

/** The property of a query that counts more or less than others. */
const weight = (given: number): Readonly<Record<string, string | undefined>> => ({
  Weight: given === 1 ? undefined : `${given}f`,
})

function fieldQuery(query: FieldQuery): Code {
  const FieldName = text(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    text(`${lat},${lon}`)
  switch (query.kind) {
    case 'term':
      return object(`TermQuery(${FieldName}, ${columnValue(query.term)})`, weight(query.weight))
    case 'terms':
      return object('TermsQuery', {
        FieldName,
        Terms: list('ColumnValue', query.terms.map(columnValue)),
        ...weight(query.weight),
      })
    case 'match':
      return object(`MatchQuery(${FieldName}, ${text(query.text)})`, {
        Operator: `QueryOperator.${query.operator}`,
        MinimumShouldMatch: least(query.minimumShouldMatch),
        ...weight(query.weight),
      })
    case 'matchPhrase':
      return call('MatchPhraseQuery', [FieldName, text(query.text)])
    case 'prefix':
      return object(`PrefixQuery(${FieldName}, ${text(query.prefix)})`, weight(query.weight))
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

/** A sort as an expression, unless there are no sorters. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0 ? call('Sort', [list('ISorter', sorters)]) : undefined
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
