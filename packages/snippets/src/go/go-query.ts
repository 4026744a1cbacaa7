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
import { functionsScore } from './go-functions-score.js'
import { highlight } from './go-highlight.js'
import { GO_SDK } from './go-sdk.js'
import { list, literal, struct } from './go-values.js'

type ShownQuery = ShownBy<(typeof GO_SDK.queries)[number]>

export const shown = (query: Query): Code =>
  isShown(query, GO_SDK.queries) ? queryOf(query) : '&search.MatchAllQuery{}'

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
        InnerHits: query.innerHits && innerHits(query.innerHits),
      })
    case 'functionsScore':
      return functionsScore(query, shown)
    case 'constScore':
      return struct('&search.ConstScoreQuery', { Filter: shown(query.filter) })
    case 'functionScore':
      return struct('&search.FunctionScoreQuery', {
        Query: shown(query.query),
        FieldValueFactor: struct('&search.FieldValueFactor', {
          FieldName: quoted(query.fieldName),
        }),
      })
    case 'knnVector':
      return struct('&search.KnnVectorQuery', {
        FieldName: quoted(query.fieldName),
        TopK: int32(query.topK),
        Float32QueryVector: list('float32', query.vector.map(String)),
        Filter: query.filter && shown(query.filter),
      })
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<
  ShownQuery,
  {
    readonly kind:
      | 'matchAll'
      | 'bool'
      | 'nested'
      | 'constScore'
      | 'functionScore'
      | 'functionsScore'
      | 'knnVector'
  }
>

const point = ({ lat, lon }: GeoPoint): string => quoted(`${lat},${lon}`)

function fieldQuery(query: FieldQuery): Code {
  const FieldName = quoted(query.fieldName)
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

/** A sort as an expression, unless there are no sorters. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0
    ? struct('&search.Sort', { Sorters: list('search.Sorter', sorters) })
    : undefined
}

export function sorter(given: Sorter): Code[] {
  const Order = `search.SortOrder_${given.order}.Enum()`
  switch (given.kind) {
    case 'field':
      return [struct('&search.FieldSort', fieldSort(given, Order))]
    case 'score':
      return [struct('&search.ScoreSort', { Order })]
    case 'primaryKey':
      return [struct('&search.PrimaryKeySort', { Order })]
    case 'geoDistance': {
      const Points = list('string', given.points.map(point))
      const FieldName = quoted(given.fieldName)
      const members = { FieldName, Points, Order, ...details(given) }
      const GeoDistanceType = given.distanceType === 'ARC' ? undefined : PLANE
      return [struct('&search.GeoDistanceSort', { ...members, GeoDistanceType })]
    }
    case 'doc':
      return [struct('&search.DocSort', { SortOrder: Order })]
  }
}

/** The SDK wants a pointer to a constant. */
const PLANE =
  'func(kind search.GeoDistanceType) *search.GeoDistanceType { return &kind }' +
  '(search.GeoDistanceType_PLANE)'

const SORT_MODES = { MIN: 'Min', MAX: 'Max', AVG: 'Avg' } as const

function fieldSort(given: FieldSort, Order: string) {
  const [missing, ...others] = given.missingFields
  const isOne = missing !== undefined && others.length === 0
  return {
    FieldName: quoted(given.fieldName),
    Order,
    ...details(given),
    MissingValue: given.missingValue === undefined ? undefined : literal(given.missingValue),
    MissingField: isOne ? `proto.String(${quoted(missing)})` : undefined,
  }
}

const details = ({ mode, nestedFilter }: FieldSort | GeoDistanceSort) => ({
  Mode: mode && `search.SortMode_${SORT_MODES[mode]}.Enum()`,
  NestedFilter:
    nestedFilter &&
    struct('&search.NestedFilter', {
      Path: quoted(nestedFilter.path),
      Filter: shown(nestedFilter.filter),
    }),
})

const innerHits = ({ sort, offset, limit, highlight: marks }: InnerHits): Code =>
  struct('&search.InnerHits', {
    Sort: sorting(sort),
    Offset: offset > 0 ? int32(offset) : undefined,
    Limit: int32(limit),
    Highlight: marks && highlight(marks),
  })
