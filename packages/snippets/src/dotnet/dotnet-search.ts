import type { FieldSchema, IndexSchema, Query, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { type ShownQuery, isShown } from '../left-out.js'
import type { RequestOf } from '../request.js'
import { call, columnValue, list, names, object, text } from './dotnet-values.js'

export function searchQuery({ query }: RequestOf<'Search'>): Code {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  return object('SearchQuery', {
    Query: shown(query.query),
    Offset: query.offset > 0 ? String(query.offset) : undefined,
    Limit: query.limit === undefined ? undefined : String(query.limit),
    GetTotalCount: String(query.trackTotalCount >= 0),
    Sort: sorters.length > 0 ? call('Sort', [list('ISorter', sorters)]) : undefined,
  })
}

/** Without any of these properties only the key is returned. */
export const columnsToGet = (columns: RequestOf<'Search'>['columns']): Code =>
  object('ColumnsToGet', {
    ReturnAll: columns === 'all' ? 'true' : undefined,
    ReturnAllFromIndex: columns === 'indexed' ? 'true' : undefined,
    Columns: typeof columns === 'string' ? undefined : names(columns),
  })

const shown = (query: Query): Code => (isShown(query) ? queryOf(query) : 'new MatchAllQuery()')

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

function sorter(given: Sorter): Code[] {
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

export function indexSchema({ fieldSchemas, indexSetting }: IndexSchema): Code {
  const routing = indexSetting?.routingFields ?? []
  return object('IndexSchema', {
    FieldSchemas: list('FieldSchema', fieldSchemas.map(field)),
    IndexSetting:
      routing.length > 0 ? object('IndexSetting', { RoutingFields: names(routing) }) : undefined,
  })
}

const ANALYZERS: ReadonlyMap<string, string> = new Map([
  ['single_word', 'SingleWord'],
  ['max_word', 'MaxWord'],
  ['min_word', 'MinWord'],
  ['split', 'Split'],
  ['fuzzy', 'Fuzzy'],
])

function field(given: FieldSchema): Code {
  const { fieldSchemas, sourceFieldNames, dateFormats } = given
  const flag = (flagged: boolean | undefined): string | undefined =>
    flagged === undefined ? undefined : String(flagged)
  const analyzer = ANALYZERS.get(given.analyzer ?? '')
  return object(`FieldSchema(${text(given.fieldName)}, FieldType.${given.fieldType})`, {
    index: flag(given.index),
    EnableSortAndAgg: flag(given.sortAndAgg),
    Store: flag(given.store),
    IsArray: flag(given.isArray),
    Analyzer: analyzer === undefined ? undefined : `Analyzer.${analyzer}`,
    SubFieldSchemas:
      fieldSchemas.length > 0 ? list('FieldSchema', fieldSchemas.map(field)) : undefined,
    IsVirtualField: flag(given.isVirtualField),
    SourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    DateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}
