import type {
  FieldSort,
  GeoDistanceSort,
  GeoPoint,
  InnerHits,
  Query,
  Sort,
  Sorter,
} from '@rowhouse/protocol'
import { type Code, chain, followed, group, inOneLine } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery as ShownBy, isShown } from '../left-out.js'
import { functionsScore } from './java-functions-score.js'
import { highlight } from './java-highlight.js'
import { JAVA_SDK } from './java-sdk.js'
import { call, columnValue, list, literal, present } from './java-values.js'

type ShownQuery = ShownBy<(typeof JAVA_SDK.queries)[number]>

export const shown = (query: Query): Code =>
  isShown(query, JAVA_SDK.queries) ? queryOf(query) : 'QueryBuilders.matchAll()'

const built = (name: string, items: readonly string[], calls: readonly Code[] = []): Code =>
  chain(`QueryBuilders.${name}(${items.join(', ')})`, calls)

function queryOf(query: ShownQuery): Code {
  switch (query.kind) {
    case 'matchAll':
      return 'QueryBuilders.matchAll()'
    case 'bool': {
      const least = query.minimumShouldMatch
      return built(
        'bool',
        [],
        [
          ...query.must.map((one) => call('must', [shown(one)])),
          ...query.mustNot.map((one) => call('mustNot', [shown(one)])),
          ...query.filter.map((one) => call('filter', [shown(one)])),
          ...query.should.map((one) => call('should', [shown(one)])),
          ...(typeof least === 'number' ? [call('minimumShouldMatch', [String(least)])] : []),
          ...weight(query),
        ],
      )
    }
    case 'constScore':
      return built('constScore', [], [call('filter', [shown(query.filter)])])
    case 'functionScore':
      return built(
        'functionScore',
        [quoted(query.fieldName)],
        [call('query', [shown(query.query)])],
      )
    case 'functionsScore':
      return functionsScore(query, builtQuery)
    case 'disMax':
      // Its builder is not one of those that stand for queries.
      return built(
        'disMax',
        [],
        [
          ...query.queries.map((one) => call('addQuery', [shown(one)])),
          call('tieBreaker', [`${query.tieBreaker}f`]),
          ...weight(query),
          '.build()',
        ],
      )
    case 'nested': {
      const mode = query.scoreMode.charAt(0) + query.scoreMode.slice(1).toLowerCase()
      return built(
        'nested',
        [],
        [
          call('path', [quoted(query.path)]),
          call('query', [shown(query.query)]),
          call('scoreMode', [`ScoreMode.${mode}`]),
          ...weight(query),
          ...present('innerHits', query.innerHits && innerHits(query.innerHits)),
        ],
      )
    }
    default:
      return fieldQuery(query)
  }
}

const weight = (query: Query): Code[] =>
  'weight' in query && query.weight !== 1 ? [call('weight', [`${query.weight}f`])] : []

type FieldQuery = Extract<ShownQuery, { readonly fieldName: string }>
type SimpleQuery = Exclude<FieldQuery, { readonly kind: 'functionScore' }>

const point = ({ lat, lon }: GeoPoint): string => quoted(`${lat},${lon}`)

function fieldQuery(query: SimpleQuery): Code {
  const field = quoted(query.fieldName)
  switch (query.kind) {
    case 'term':
      return built('term', [field, literal(query.term)], weight(query))
    case 'terms':
      return built(
        'terms',
        [field],
        [...query.terms.map((term) => call('addTerm', [literal(term)])), ...weight(query)],
      )
    case 'match': {
      const least = query.minimumShouldMatch
      return built(
        'match',
        [field, quoted(query.text)],
        [
          ...(typeof least === 'number' ? [call('minimumShouldMatch', [String(least)])] : []),
          call('operator', [`QueryOperator.${query.operator}`]),
          ...weight(query),
        ],
      )
    }
    case 'matchPhrase':
      return built(
        'matchPhrase',
        [field, quoted(query.text)],
        [...(query.slop === 0 ? [] : [call('slop', [String(query.slop)])]), ...weight(query)],
      )
    case 'prefix':
      return built('prefix', [field, quoted(query.prefix)], weight(query))
    case 'suffix':
      return built('suffix', [field, quoted(query.suffix)], weight(query))
    case 'wildcard':
      return built('wildcard', [field, quoted(query.value)], weight(query))
    case 'knnVector':
      return vectorQuery(query)
    case 'exists':
      return built('exists', [field])
    case 'range': {
      const { from, to, includeLower, includeUpper } = query
      return built(
        'range',
        [field],
        [
          ...(from === undefined
            ? []
            : [call(includeLower ? 'greaterThanOrEqual' : 'greaterThan', [literal(from)])]),
          ...(to === undefined
            ? []
            : [call(includeUpper ? 'lessThanOrEqual' : 'lessThan', [literal(to)])]),
        ],
      )
    }
    case 'geoDistance':
    case 'geoBoundingBox':
    case 'geoPolygon':
      return placeQuery(query)
  }
}

type PlaceQuery = Extract<FieldQuery, { readonly kind: `geo${string}` }>

function placeQuery(query: PlaceQuery): Code {
  const field = quoted(query.fieldName)
  switch (query.kind) {
    case 'geoDistance':
      return built(
        'geoDistance',
        [field],
        [
          call('centerPoint', [point(query.centerPoint)]),
          call('distanceInMeter', [String(query.distance)]),
        ],
      )
    case 'geoBoundingBox':
      return built(
        'geoBoundingBox',
        [field],
        [call('topLeft', [point(query.topLeft)]), call('bottomRight', [point(query.bottomRight)])],
      )
    case 'geoPolygon':
      return built(
        'geoPolygon',
        [field],
        query.points.map((one) => call('addPoint', [point(one)])),
      )
  }
}

function vectorQuery(query: Extract<Query, { readonly kind: 'knnVector' }>): Code {
  const vector = query.vector.map((each) => `${each}f`).join(', ')
  const { filter, minScore, numCandidates } = query
  return built(
    'knnVector',
    [quoted(query.fieldName), String(query.topK), `new float[] {${vector}}`],
    [
      ...(filter === undefined ? [] : [call('filter', [builtQuery(filter)])]),
      ...(minScore === 0 ? [] : [call('minScore', [`${minScore}f`])]),
      ...(numCandidates === undefined ? [] : [call('numCandidates', [String(numCandidates)])]),
      ...weight(query),
    ],
  )
}

/** For a builder that takes a query and not its builder. */
const builtQuery = (query: Query): Code =>
  query.kind === 'disMax' ? shown(query) : followed(shown(query), '.build()')

/** A sort as an expression, unless there are no sorters. */
export function sorting(given: Sort | undefined): Code | undefined {
  const sorters = given?.sorters.flatMap(sorter) ?? []
  return sorters.length > 0 ? group('new Sort(', [list(sorters)], ')') : undefined
}

export function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [made('FieldSort', [quoted(given.fieldName), order], fieldDetails(given))]
    case 'score':
      return ['new ScoreSort()']
    case 'primaryKey':
      return ['new PrimaryKeySort()']
    case 'geoDistance': {
      const { distanceType, fieldName, points } = given
      // The order is a property with a setter alone, and ascending without it.
      const details = [
        ...setter('setOrder', given.order === 'ASC' ? undefined : order),
        ...sharedDetails(given),
        ...setter('setDistanceType', distanceType === 'ARC' ? undefined : 'GeoDistanceType.PLANE'),
      ]
      return [made('GeoDistanceSort', [quoted(fieldName), list(points.map(point))], details)]
    }
    case 'doc':
      return [`new DocSort(${order})`]
  }
}

/** An object with what only its setters set. */
const made = (name: string, items: readonly Code[], setters: readonly string[]): Code =>
  group(`new ${name}(`, items, setters.length === 0 ? ')' : `) {{ ${setters.join(' ')} }}`)

const setter = (name: string, item: Code | undefined): string[] =>
  item === undefined ? [] : [`${name}(${inOneLine(item)});`]

const fieldDetails = (given: FieldSort): string[] => [
  ...sharedDetails(given),
  ...setter(
    'setMissingValue',
    given.missingValue === undefined ? undefined : columnValue(given.missingValue),
  ),
  ...given.missingFields.flatMap((name) => setter('addMissingField', quoted(name))),
]

const sharedDetails = ({ mode, nestedFilter }: FieldSort | GeoDistanceSort): string[] => [
  ...setter('setMode', mode && `SortMode.${mode}`),
  ...setter(
    'setNestedFilter',
    nestedFilter &&
      group('new NestedFilter(', [quoted(nestedFilter.path), builtQuery(nestedFilter.filter)], ')'),
  ),
]

const innerHits = ({ sort, offset, limit, highlight: marks }: InnerHits): Code =>
  chain('InnerHits.newBuilder()', [
    ...present('sort', sorting(sort)),
    ...(offset > 0 ? [call('offset', [String(offset)])] : []),
    call('limit', [String(limit)]),
    ...present('highlight', marks && highlight(marks)),
    '.build()',
  ])
