import type {
  FieldSort,
  GeoDistanceSort,
  GeoPoint,
  InnerHits,
  Query,
  Sort,
  Sorter,
} from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery as ShownBy, isShown } from '../left-out.js'
import type { Procedure, Request } from '../request.js'
import { functionsScore } from './node-functions-score.js'
import { highlight } from './node-highlight.js'
import { NODE_SDK } from './node-sdk.js'
import { object, text, value } from './node-values.js'

type ShownQuery = ShownBy<(typeof NODE_SDK.queries)[number]>

export const shown = (query: Query): Code =>
  isShown(query, NODE_SDK.queries) ? queryOf(query) : queryOf({ kind: 'matchAll' })

const weight = (given: number): string | undefined => (given === 1 ? undefined : String(given))

const typed = (type: string, members: Readonly<Record<string, Code | undefined>>): Code =>
  object({ queryType: `TableStore.QueryType.${type}_QUERY`, query: object(members) })

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return object({ queryType: 'TableStore.QueryType.MATCH_ALL_QUERY' })
    case 'bool':
      return typed('BOOL', {
        mustQueries: queries(query.must),
        mustNotQueries: queries(query.mustNot),
        filterQueries: queries(query.filter),
        shouldQueries: queries(query.should),
        minimumShouldMatch: text(query.minimumShouldMatch),
      })
    case 'nested':
      return typed('NESTED', {
        path: quoted(query.path),
        query: shown(query.query),
        scoreMode: `TableStore.ScoreMode.SCORE_MODE_${query.scoreMode}`,
        weight: weight(query.weight),
        innerHits: query.innerHits && innerHits(query.innerHits),
      })
    case 'functionsScore':
      return typed('FUNCTIONS_SCORE', functionsScore(query, shown))
    case 'constScore':
      return typed('CONST_SCORE', { filter: shown(query.filter) })
    case 'functionScore':
      return typed('FUNCTION_SCORE', {
        query: shown(query.query),
        fieldValueFactor: object({ fieldName: quoted(query.fieldName) }),
      })
    case 'knnVector':
      return typed('KNN_VECTOR', {
        fieldName: quoted(query.fieldName),
        topK: String(query.topK),
        float32QueryVector: group('[', query.vector.map(String), ']'),
        filter: query.filter && shown(query.filter),
        weight: weight(query.weight),
      })
    case 'geoDistance':
    case 'geoBoundingBox':
    case 'geoPolygon':
      return geo(query)
    default:
      return typed(TYPES[query.kind], fieldMembers(query))
  }
}

type GeoQuery = Extract<ShownQuery, { readonly kind: `geo${string}` }>
type FieldQuery = Exclude<
  ShownQuery,
  | GeoQuery
  | {
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

const TYPES: Readonly<Record<FieldQuery['kind'], string>> = {
  term: 'TERM',
  terms: 'TERMS',
  match: 'MATCH',
  matchPhrase: 'MATCH_PHRASE',
  prefix: 'PREFIX',
  wildcard: 'WILDCARD',
  range: 'RANGE',
  exists: 'EXISTS',
}

function fieldMembers(query: FieldQuery): Readonly<Record<string, Code | undefined>> {
  const members = unweighedMembers(query)
  return 'weight' in query ? { ...members, weight: weight(query.weight) } : members
}

function unweighedMembers(query: FieldQuery): Readonly<Record<string, Code | undefined>> {
  const fieldName = quoted(query.fieldName)
  switch (query.kind) {
    case 'term':
      return { fieldName, term: value(query.term) }
    case 'terms':
      return { fieldName, terms: group('[', query.terms.map(value), ']') }
    case 'match':
      return {
        fieldName,
        text: quoted(query.text),
        operator: `TableStore.QueryOperator.${query.operator}`,
        minimumShouldMatch: text(query.minimumShouldMatch),
      }
    case 'matchPhrase':
      return { fieldName, text: quoted(query.text) }
    case 'prefix':
      return { fieldName, prefix: quoted(query.prefix) }
    case 'wildcard':
      return { fieldName, value: quoted(query.value) }
    case 'range':
      return {
        fieldName,
        rangeFrom: query.from === undefined ? undefined : value(query.from),
        rangeTo: query.to === undefined ? undefined : value(query.to),
        includeLower: String(query.includeLower),
        includeUpper: String(query.includeUpper),
      }
    case 'exists':
      return { fieldName }
  }
}

const point = ({ lat, lon }: GeoPoint): string => quoted(`${lat},${lon}`)

function geo(query: GeoQuery): Code {
  const fieldName = quoted(query.fieldName)
  switch (query.kind) {
    case 'geoDistance': {
      const centerPoint = point(query.centerPoint)
      return typed('GEO_DISTANCE', { fieldName, centerPoint, distance: String(query.distance) })
    }
    case 'geoBoundingBox': {
      const [topLeft, bottomRight] = [point(query.topLeft), point(query.bottomRight)]
      return typed('GEO_BOUNDING_BOX', { fieldName, topLeft, bottomRight })
    }
    case 'geoPolygon':
      return typed('GEO_POLYGON', { fieldName, points: group('[', query.points.map(point), ']') })
  }
}

const queries = (list: readonly Query[]): Code | undefined =>
  list.length === 0 ? undefined : group('[', list.map(shown), ']')

/** Sorters in their member, unless there are none. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0 ? object({ sorters: group('[', sorters, ']') }) : undefined
}

export function sorter(given: Sorter): Code[] {
  const order = `TableStore.SortOrder.SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'field':
      return [object({ fieldSort: fieldSort(given, order) })]
    case 'score':
      return [object({ scoreSort: object({ order }) })]
    case 'primaryKey':
      return [object({ primaryKeySort: object({ order }) })]
    case 'geoDistance': {
      const points = group('[', given.points.map(point), ']')
      const distanceType =
        given.distanceType === 'ARC' ? undefined : 'TableStore.GeoDistanceType.GEO_DISTANCE_PLANE'
      const fieldName = quoted(given.fieldName)
      const sort = object({ fieldName, points, order, ...details(given), distanceType })
      return [object({ geoDistanceSort: sort })]
    }
    case 'doc':
      return [object({ docSort: object({ order }) })]
  }
}

function fieldSort(given: FieldSort, order: string): Code {
  const [missing, ...others] = given.missingFields
  return object({
    fieldName: quoted(given.fieldName),
    order,
    ...details(given),
    missingValue: given.missingValue === undefined ? undefined : value(given.missingValue),
    missingField: missing === undefined || others.length > 0 ? undefined : quoted(missing),
  })
}

const details = ({ mode, nestedFilter }: FieldSort | GeoDistanceSort) => ({
  mode: mode && `TableStore.SortMode.SORT_MODE_${mode}`,
  nestedFilter:
    nestedFilter && object({ path: quoted(nestedFilter.path), filter: shown(nestedFilter.filter) }),
})

const innerHits = ({ sort, offset, limit, highlight: marks }: InnerHits): Code =>
  object({
    sort: sorting(sort),
    offset: offset > 0 ? String(offset) : undefined,
    limit: String(limit),
    highlight: marks && highlight(marks),
  })

/** This SDK passes over these missing values of a sort. */
export const unsentMissing = (given: Request | Procedure): string[] => {
  const sorters = given.operation === 'Search' ? (given.query.sort?.sorters ?? []) : []
  return sorters.some((one) => one.kind === 'field' && isPassedOver(one.missingValue))
    ? ['missing values of 0, of false and of an empty text']
    : []
}

const isPassedOver = (missing: FieldSort['missingValue']): boolean =>
  missing === 0 || missing === '' || missing === false
