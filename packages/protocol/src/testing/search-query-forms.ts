import type { GeoPoint } from '../search/geo-point.js'
import type { Highlight } from '../search/highlight.js'
import type { DecayFunction } from '../search/queries/decay-function.js'
import type { ScoreFunction } from '../search/queries/functions-score-query.js'
import type { MinimumShouldMatch } from '../search/queries/minimum-should-match.js'
import type { Query } from '../search/queries/query-message.js'
import type { SearchVariant } from '../search/search-variant.js'
import type { NestedFilter, Sort, Sorter } from '../search/sort.js'
import { loadMessageSchema } from './message-schema.js'

/**
 * Queries and sorts in the form of the published schema: its field names, its numbers for enums, and
 * bytes where a message contains the bytes of another. This is written independently of the codecs, so
 * that tests compare two descriptions of one thing.
 */
export type Form = object

const schema = loadMessageSchema()

/** The tag byte and little-endian payload of a search variant. */
export function variantForm(value: SearchVariant): Buffer {
  if (typeof value === 'boolean') return Buffer.from([2, Number(value)])
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    const head = new DataView(new ArrayBuffer(5))
    head.setUint8(0, 3)
    head.setInt32(1, text.length, true)
    return Buffer.concat([Buffer.from(head.buffer), text])
  }
  const view = new DataView(new ArrayBuffer(9))
  view.setUint8(0, typeof value === 'bigint' ? 0 : 1)
  if (typeof value === 'bigint') view.setBigInt64(1, value, true)
  else view.setFloat64(1, value, true)
  return Buffer.from(view.buffer)
}

export function optionalVariantForm(value: SearchVariant | undefined): Buffer | undefined {
  return value === undefined ? undefined : variantForm(value)
}

const point = ({ lat, lon }: GeoPoint): string => `${lat},${lon}`

const queryTypes: Readonly<Record<Query['kind'], readonly [type: number, message: string]>> = {
  match: [1, 'MatchQuery'],
  matchPhrase: [2, 'MatchPhraseQuery'],
  term: [3, 'TermQuery'],
  range: [4, 'RangeQuery'],
  prefix: [5, 'PrefixQuery'],
  bool: [6, 'BoolQuery'],
  constScore: [7, 'ConstScoreQuery'],
  functionScore: [8, 'FunctionScoreQuery'],
  nested: [9, 'NestedQuery'],
  wildcard: [10, 'WildcardQuery'],
  matchAll: [11, 'MatchAllQuery'],
  geoBoundingBox: [12, 'GeoBoundingBoxQuery'],
  geoDistance: [13, 'GeoDistanceQuery'],
  geoPolygon: [14, 'GeoPolygonQuery'],
  terms: [15, 'TermsQuery'],
  exists: [16, 'ExistsQuery'],
  knnVector: [17, 'KnnVectorQuery'],
  functionsScore: [18, 'FunctionsScoreQuery'],
  suffix: [19, 'SuffixQuery'],
  disMax: [20, 'DisMaxQuery'],
}

/** The message Query. */
export function queryForm(query: Query): Form {
  const [type, name] = queryTypes[query.kind]
  return { type, query: schema.encode(name, bodyForm(query)) }
}

export function optionalQueryForm(query: Query | undefined): Form | undefined {
  return query && queryForm(query)
}

function bodyForm(query: Query): Form {
  switch (query.kind) {
    case 'match':
      return {
        ...query,
        ...shouldMatchForm(query.minimumShouldMatch),
        operator: { OR: 1, AND: 2 }[query.operator],
      }
    case 'term':
      return { ...query, term: variantForm(query.term) }
    case 'terms':
      return { ...query, terms: query.terms.map(variantForm) }
    case 'range':
      return {
        ...query,
        rangeFrom: optionalVariantForm(query.from),
        rangeTo: optionalVariantForm(query.to),
      }
    case 'geoBoundingBox':
      return { ...query, topLeft: point(query.topLeft), bottomRight: point(query.bottomRight) }
    case 'geoDistance':
      return { ...query, centerPoint: point(query.centerPoint) }
    case 'geoPolygon':
      return { ...query, points: query.points.map(point) }
    case 'bool':
    case 'disMax':
    case 'constScore':
    case 'functionScore':
    case 'functionsScore':
    case 'nested':
    case 'knnVector':
      return compoundForm(query)
    default:
      return query
  }
}

type CompoundKind =
  | 'bool'
  | 'disMax'
  | 'constScore'
  | 'functionScore'
  | 'functionsScore'
  | 'nested'
  | 'knnVector'

function compoundForm(query: Extract<Query, { kind: CompoundKind }>): Form {
  switch (query.kind) {
    case 'bool':
      return {
        mustQueries: query.must.map(queryForm),
        mustNotQueries: query.mustNot.map(queryForm),
        filterQueries: query.filter.map(queryForm),
        shouldQueries: query.should.map(queryForm),
        ...shouldMatchForm(query.minimumShouldMatch),
        weight: query.weight,
      }
    case 'disMax':
      return { ...query, queries: query.queries.map(queryForm) }
    case 'constScore':
      return { filter: queryForm(query.filter) }
    case 'functionScore':
      return {
        query: queryForm(query.query),
        fieldValueFactor: { fieldName: query.fieldName },
      }
    case 'functionsScore':
      return {
        ...query,
        query: queryForm(query.query),
        functions: query.functions.map(functionForm),
        scoreMode: { AVG: 1, MAX: 2, SUM: 3, MIN: 4, MULTIPLY: 5, FIRST: 6 }[query.scoreMode],
        combineMode: { MULTIPLY: 1, AVG: 2, MAX: 3, SUM: 4, MIN: 5, REPLACE: 6 }[query.combineMode],
      }
    case 'nested':
      return {
        ...query,
        query: queryForm(query.query),
        scoreMode: { NONE: 1, AVG: 2, MAX: 3, TOTAL: 4, MIN: 5 }[query.scoreMode],
        innerHits: query.innerHits && {
          ...query.innerHits,
          sort: optionalSortForm(query.innerHits.sort),
          highlight: highlightForm(query.innerHits.highlight),
        },
      }
    case 'knnVector':
      return {
        ...query,
        float32QueryVector: query.vector,
        filter: optionalQueryForm(query.filter),
      }
  }
}

function shouldMatchForm(value: MinimumShouldMatch | undefined): Form {
  return typeof value === 'string'
    ? { minimumShouldMatch: undefined, newMinimumShouldMatch: value }
    : { minimumShouldMatch: value }
}

const modifiers = {
  NONE: 1,
  LOG: 2,
  LOG1P: 3,
  LOG2P: 4,
  LN: 5,
  LN1P: 6,
  LN2P: 7,
  SQUARE: 8,
  SQRT: 9,
  RECIPROCAL: 10,
}

function functionForm({ score, weight, filter }: ScoreFunction): Form {
  return {
    fieldValueFactor:
      score?.kind === 'fieldValue' ? { ...score, modifier: modifiers[score.modifier] } : undefined,
    random: score?.kind === 'random' ? {} : undefined,
    decay: score?.kind === 'decay' ? decayForm(score) : undefined,
    weight,
    filter: optionalQueryForm(filter),
  }
}

function decayForm({ parameter, ...decay }: DecayFunction): Form {
  return {
    ...decay,
    mathFunction: { GAUSS: 1, EXP: 2, LINEAR: 3 }[decay.mathFunction],
    paramType: { date: 1, numeric: 2, geo: 3 }[parameter.kind],
    param: decayParameterForm(parameter),
    multiValueMode: { MAX: 1, MIN: 2, SUM: 3, AVG: 4 }[decay.multiValueMode],
  }
}

function decayParameterForm(parameter: DecayFunction['parameter']): Buffer {
  const { origin } = parameter
  switch (parameter.kind) {
    case 'date':
      return schema.encode('DecayFuncDateParam', {
        [typeof origin === 'bigint' ? 'originLong' : 'originString']: origin,
        scale: { value: parameter.scale.value, unit: 6 },
        offset: parameter.offset && { value: parameter.offset.value, unit: 6 },
      })
    case 'numeric':
      return schema.encode('DecayFuncNumericParam', parameter)
    case 'geo':
      return schema.encode('DecayFuncGeoParam', { ...parameter, origin: point(parameter.origin) })
  }
}

export function highlightForm(highlight: Highlight | undefined): Form | undefined {
  return (
    highlight && {
      highlightParameters: highlight.parameters.map((parameter) => ({
        ...parameter,
        fragmentsOrder: { TEXT_SEQUENCE: 1, SCORE: 2 }[parameter.fragmentsOrder],
      })),
      highlightEncoder: { PLAIN: 1, HTML: 2 }[highlight.encoder],
    }
  )
}

export function sortForm(sort: Sort): Form {
  return {
    sorter: sort.sorters.map(sorterForm),
    disableDefaultPkSorter: sort.disableDefaultPrimaryKeySorter,
  }
}

export function optionalSortForm(sort: Sort | undefined): Form | undefined {
  return sort && sortForm(sort)
}

function nestedFilterForm(nested: NestedFilter | undefined): Form | undefined {
  return nested && { path: nested.path, filter: queryForm(nested.filter) }
}

export const sortOrders = { ASC: 0, DESC: 1 }
const sortModes = { MIN: 0, MAX: 1, AVG: 2 }

function sorterForm(sorter: Sorter): Form {
  const order = sortOrders[sorter.order]
  switch (sorter.kind) {
    case 'field':
      return {
        fieldSort: {
          fieldName: sorter.fieldName,
          order,
          mode: sorter.mode && sortModes[sorter.mode],
          nestedFilter: nestedFilterForm(sorter.nestedFilter),
          missingValue: optionalVariantForm(sorter.missingValue),
          missingField: sorter.missingFields.length === 1 ? sorter.missingFields[0] : undefined,
          missingFields: sorter.missingFields.length === 1 ? [] : sorter.missingFields,
        },
      }
    case 'geoDistance':
      return {
        geoDistanceSort: {
          fieldName: sorter.fieldName,
          points: sorter.points.map(point),
          order,
          mode: sorter.mode && sortModes[sorter.mode],
          distanceType: { ARC: 0, PLANE: 1 }[sorter.distanceType],
          nestedFilter: nestedFilterForm(sorter.nestedFilter),
        },
      }
    case 'score':
      return { scoreSort: { order } }
    case 'primaryKey':
      return { pkSort: { order } }
    case 'doc':
      return { docSort: { order } }
  }
}
