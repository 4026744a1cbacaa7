import { type Form, needed, optional, recordOf, types, unionOf } from './form.js'

const { field, value, text, number, count, flag, choice, list, form, either } = types

export const query = form(() => queryForm)
const queries = list(query)
const weight = optional(number, 1)
/** A count, or the newer text such as "75%". */
const minimumShouldMatch = optional(either(count, text))

const pointForm = recordOf({ lat: needed(number), lon: needed(number) })
export const point = form(() => pointForm)

const ORDER = choice('ASC', 'DESC')

const nestedFilterForm = recordOf({ path: needed(field), filter: needed(query) })
const nestedFilter = optional(form(() => nestedFilterForm))
const mode = optional(choice('MIN', 'MAX', 'AVG'))

export const sorterForm = unionOf('sorter', {
  field: {
    fieldName: needed(field),
    order: optional(ORDER, 'ASC'),
    mode,
    nestedFilter,
    missingValue: optional(value),
    missingFields: optional(list(field), []),
  },
  score: { order: optional(ORDER, 'DESC') },
  primaryKey: { order: optional(ORDER, 'ASC') },
  geoDistance: {
    fieldName: needed(field),
    points: needed(list(point)),
    order: optional(ORDER, 'ASC'),
    mode,
    distanceType: optional(choice('ARC', 'PLANE'), 'ARC'),
    nestedFilter,
  },
  doc: { order: optional(ORDER, 'ASC') },
})

const sortForm = recordOf({
  sorters: needed(list(form(() => sorterForm))),
  disableDefaultPrimaryKeySorter: optional(flag, false),
})
export const sort = form(() => sortForm)

const highlightParameterForm = recordOf({
  fieldName: needed(field),
  numberOfFragments: optional(count),
  fragmentSize: optional(count, 100),
  preTag: optional(text, '<em>'),
  postTag: optional(text, '</em>'),
  fragmentsOrder: optional(choice('TEXT_SEQUENCE', 'SCORE'), 'TEXT_SEQUENCE'),
})

const highlightForm = recordOf({
  parameters: needed(list(form(() => highlightParameterForm))),
  encoder: optional(choice('PLAIN', 'HTML'), 'PLAIN'),
})
export const highlight = form(() => highlightForm)

const innerHitsForm = recordOf({
  sort: optional(sort),
  offset: optional(count, 0),
  limit: optional(count, 3),
  highlight: optional(highlight),
})

const DATE_UNITS = [
  'YEAR',
  'QUARTER_YEAR',
  'MONTH',
  'WEEK',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'MILLISECOND',
] as const
const dateTimeForm = recordOf({ value: needed(count), unit: needed(choice(...DATE_UNITS)) })
export const dateTime = form(() => dateTimeForm)

const scaled = { scale: needed(number), offset: optional(number, 0) }
const decayParameterForm = unionOf('decay', {
  numeric: { origin: needed(number), ...scaled },
  geo: { origin: needed(point), ...scaled },
  date: { origin: needed(value), scale: needed(dateTime), offset: optional(dateTime) },
})

const MODIFIERS = [
  'NONE',
  'LOG',
  'LOG1P',
  'LOG2P',
  'LN',
  'LN1P',
  'LN2P',
  'SQUARE',
  'SQRT',
  'RECIPROCAL',
] as const

const scoreForm = unionOf('score', {
  fieldValue: {
    fieldName: needed(field),
    factor: optional(number, 1),
    modifier: optional(choice(...MODIFIERS), 'NONE'),
    missing: optional(number),
  },
  decay: {
    fieldName: needed(field),
    mathFunction: optional(choice('GAUSS', 'EXP', 'LINEAR'), 'GAUSS'),
    parameter: needed(form(() => decayParameterForm)),
    decay: optional(number, 0.5),
    multiValueMode: optional(choice('MIN', 'MAX', 'SUM', 'AVG'), 'MIN'),
  },
  random: {},
})

const scoreFunctionForm = recordOf({
  score: optional(form(() => scoreForm)),
  weight,
  filter: optional(query),
})

const COMBINED = ['MULTIPLY', 'AVG', 'MAX', 'SUM', 'MIN'] as const

/** Every query of the service. */
export const queryForm: Form = unionOf('query', {
  matchAll: {},
  term: { fieldName: needed(field), term: needed(value), weight },
  terms: { fieldName: needed(field), terms: needed(list(value)), weight },
  range: {
    fieldName: needed(field),
    from: optional(value),
    to: optional(value),
    includeLower: optional(flag, true),
    includeUpper: optional(flag, false),
  },
  prefix: { fieldName: needed(field), prefix: needed(text), weight },
  suffix: { fieldName: needed(field), suffix: needed(text), weight },
  wildcard: { fieldName: needed(field), value: needed(text), weight },
  match: {
    fieldName: needed(field),
    text: needed(text),
    operator: optional(choice('OR', 'AND'), 'OR'),
    minimumShouldMatch,
    weight,
  },
  matchPhrase: { fieldName: needed(field), text: needed(text), slop: optional(count, 0), weight },
  exists: { fieldName: needed(field) },
  geoDistance: { fieldName: needed(field), centerPoint: needed(point), distance: needed(number) },
  geoBoundingBox: { fieldName: needed(field), topLeft: needed(point), bottomRight: needed(point) },
  geoPolygon: { fieldName: needed(field), points: needed(list(point)) },
  knnVector: {
    fieldName: needed(field),
    vector: needed(list(number)),
    topK: optional(count, 10),
    filter: optional(query),
    minScore: optional(number, 0),
    numCandidates: optional(count),
    weight,
  },
  bool: {
    must: optional(queries, []),
    filter: optional(queries, []),
    should: optional(queries, []),
    mustNot: optional(queries, []),
    minimumShouldMatch,
    weight,
  },
  nested: {
    path: needed(field),
    query: needed(query),
    scoreMode: optional(choice('NONE', 'AVG', 'MAX', 'TOTAL', 'MIN'), 'NONE'),
    innerHits: optional(form(() => innerHitsForm)),
    weight,
  },
  constScore: { filter: needed(query) },
  functionScore: { query: needed(query), fieldName: needed(field) },
  functionsScore: {
    query: needed(query),
    functions: needed(list(form(() => scoreFunctionForm))),
    scoreMode: optional(choice(...COMBINED, 'FIRST'), 'MULTIPLY'),
    combineMode: optional(choice(...COMBINED, 'REPLACE'), 'MULTIPLY'),
    minScore: optional(number),
    maxScore: optional(number),
  },
  disMax: { queries: needed(queries), tieBreaker: optional(number, 0), weight },
})
