import type { FieldSchema, Query, Sorter } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import type { RequestOf } from '../request.js'
import { list, literal, names, struct } from './go-values.js'

/** Statements that make the request in the variable `request`. */
export function searchStatements({ table, index, columns, query }: RequestOf<'Search'>): Code[] {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  const sort = struct('&search.Sort', { Sorters: list('search.Sorter', sorters) })
  return [
    'query := search.NewSearchQuery()',
    set('query.SetQuery', shown(query.query)),
    ...(query.offset > 0 ? [`query.SetOffset(${query.offset})`] : []),
    ...(query.limit === undefined ? [] : [`query.SetLimit(${query.limit})`]),
    `query.SetGetTotalCount(${query.trackTotalCount >= 0})`,
    ...(sorters.length > 0 ? [set('query.SetSort', sort)] : []),
    'request := new(tablestore.SearchRequest)',
    `request.SetTableName(${quoted(table)})`,
    `request.SetIndexName(${quoted(index)})`,
    'request.SetSearchQuery(query)',
    set('request.SetColumnsToGet', returned(columns)),
  ]
}

const set = (name: string, code: Code): Code => ({ open: `${name}(`, items: [code], close: ')' })

function returned(columns: RequestOf<'Search'>['columns']): Code {
  const type = '&tablestore.ColumnsToGet'
  if (columns === 'none') return struct(type, {})
  if (columns === 'all') return struct(type, { ReturnAll: 'true' })
  if (columns === 'indexed') return struct(type, { ReturnAllFromIndex: 'true' })
  return struct(type, { Columns: names(columns) })
}

const shown = (query: Query): Code => (isShown(query) ? queryOf(query) : '&search.MatchAllQuery{}')

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

function sorter(given: Sorter): Code[] {
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

const ANALYZERS: ReadonlyMap<string, string> = new Map([
  ['single_word', 'SingleWord'],
  ['max_word', 'MaxWord'],
  ['min_word', 'MinWord'],
  ['split', 'Split'],
  ['fuzzy', 'Fuzzy'],
])

/** The SDK takes pointers to an analyzer; `analyzer` is a function of the program. */
export function field(given: FieldSchema): Code {
  const flag = (value: boolean | undefined): string | undefined =>
    value === undefined ? undefined : `proto.Bool(${value})`
  const { fieldSchemas, sourceFieldNames, dateFormats } = given
  const analyzer = ANALYZERS.get(given.analyzer ?? '')
  return struct('', {
    FieldName: `proto.String(${quoted(given.fieldName)})`,
    FieldType: `tablestore.FieldType_${given.fieldType}`,
    Index: flag(given.index),
    EnableSortAndAgg: flag(given.sortAndAgg),
    Store: flag(given.store),
    IsArray: flag(given.isArray),
    Analyzer: analyzer === undefined ? undefined : `analyzer(tablestore.Analyzer_${analyzer})`,
    FieldSchemas: fieldSchemas.length > 0 ? fields(fieldSchemas) : undefined,
    IsVirtualField: flag(given.isVirtualField),
    SourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    DateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}

export const fields = (given: readonly FieldSchema[]): Code =>
  list('*tablestore.FieldSchema', given.map(field))
