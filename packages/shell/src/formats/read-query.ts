import { query } from '@rowhouse/client'
import type { NestedScoreMode, Query, SearchVariant } from '@rowhouse/protocol'
import { UseError } from '../errors.js'
import { Members } from '../json/members.js'
import type { JsonValue } from '../json/json-parser.js'
import { pointOf } from './read-geo-point.js'
import { termOf } from './read-term.js'

/** Reads `{"Name":"TermQuery","Query":{"FieldName":"gid","Term":77}}`, the Go SDK's form of queries. */
export function readQuery(json: JsonValue): Query {
  const members = new Members(json, 'a query')
  const name = members.text('Name')
  if (name === undefined) throw new UseError("Field 'Name' is missing.")
  const body = members.get('Query')
  const reader = READERS[name.toLowerCase().replace(/query$/, '')]
  if (reader === undefined) throw new UseError(`Unknown query type: ${name}`)
  if (body === undefined && name.toLowerCase() !== 'matchallquery') {
    throw new UseError("Field 'Query' is missing.")
  }
  return reader(new Members(body ?? {}, name))
}

type Reader = (body: Members) => Query

const READERS: Readonly<Record<string, Reader | undefined>> = {
  matchall: () => query.matchAll(),
  match: (body) =>
    query.match(body.needText('FieldName'), body.needText('Text'), {
      ...weightOf(body),
      operator: operatorOf(body.get('Operator')),
      ...shouldMatchOf(body),
    }),
  matchphrase: (body) =>
    query.matchPhrase(body.needText('FieldName'), body.needText('Text'), weightOf(body)),
  term: (body) =>
    query.term(body.needText('FieldName'), termOf(body.need('Term'), 'Term'), weightOf(body)),
  terms: (body) =>
    query.terms(
      body.needText('FieldName'),
      body.list('Terms').map((value) => termOf(value, 'Terms')),
      weightOf(body),
    ),
  prefix: (body) =>
    query.prefix(body.needText('FieldName'), body.needText('Prefix'), weightOf(body)),
  suffix: (body) =>
    query.suffix(body.needText('FieldName'), body.needText('Suffix'), weightOf(body)),
  wildcard: (body) =>
    query.wildcard(body.needText('FieldName'), body.needText('Value'), weightOf(body)),
  exists: (body) => query.exists(body.needText('FieldName')),
  range: (body) => ({
    kind: 'range',
    fieldName: body.needText('FieldName'),
    from: boundOf(body, 'From'),
    to: boundOf(body, 'To'),
    includeLower: body.flag('IncludeLower') ?? false,
    includeUpper: body.flag('IncludeUpper') ?? false,
  }),
  bool: (body) =>
    query.bool({
      must: queriesOf(body, 'MustQueries'),
      mustNot: queriesOf(body, 'MustNotQueries'),
      filter: queriesOf(body, 'FilterQueries'),
      should: queriesOf(body, 'ShouldQueries'),
      ...shouldMatchOf(body),
    }),
  constscore: (body) => query.constScore(readQuery(body.need('Filter'))),
  nested: (body) =>
    query.nested(body.needText('Path'), readQuery(body.need('Query')), {
      scoreMode: scoreModeOf(body.get('ScoreMode')),
    }),
  functionscore: (body) =>
    query.functionScore(
      readQuery(body.need('Query')),
      body.needObject('FieldValueFactor').needText('FieldName'),
    ),
  geodistance: (body) =>
    query.geoDistance(
      body.needText('FieldName'),
      pointOf(body.needText('CenterPoint')),
      body.number('DistanceInMeter') ?? 0,
    ),
  geoboundingbox: (body) =>
    query.geoBoundingBox(
      body.needText('FieldName'),
      pointOf(body.needText('TopLeft')),
      pointOf(body.needText('BottomRight')),
    ),
  geopolygon: (body) =>
    query.geoPolygon(body.needText('FieldName'), body.texts('Points').map(pointOf)),
  knnvector: (body) => {
    const filter = body.get('Filter')
    const vector = body.list('Float32QueryVector', 'Vector').map(Number)
    const topK = body.integer('TopK') ?? 10
    return query.knnVector(body.needText('FieldName'), vector, topK, {
      ...(filter !== undefined && { filter: readQuery(filter) }),
    })
  },
}

const queriesOf = (body: Members, name: string): Query[] => body.list(name).map(readQuery)

function boundOf(body: Members, name: string): SearchVariant | undefined {
  const value = body.get(name)
  return value === undefined ? undefined : termOf(value, name)
}

function weightOf(body: Members): { readonly weight?: number } {
  const weight = body.number('Weight')
  return weight === undefined ? {} : { weight }
}

function shouldMatchOf(body: Members): { readonly minimumShouldMatch?: number } {
  const minimumShouldMatch = body.integer('MinimumShouldMatch')
  return minimumShouldMatch === undefined ? {} : { minimumShouldMatch }
}

function operatorOf(value: JsonValue | undefined): 'OR' | 'AND' {
  if (value === undefined || value === 0n || value === 'OR') return 'OR'
  if (value === 1n || value === 'AND') return 'AND'
  throw new UseError('Operator is neither 0 (OR) nor 1 (AND)')
}

const SCORE_MODES: readonly NestedScoreMode[] = ['NONE', 'AVG', 'MAX', 'TOTAL', 'MIN']

/** The score mode by name, or by number from 1. */
function scoreModeOf(value: JsonValue | undefined): NestedScoreMode {
  if (value === undefined) return 'AVG'
  const mode = SCORE_MODES.find((name, at) => value === name || value === BigInt(at + 1))
  if (mode === undefined) throw new UseError('ScoreMode is none of NONE, AVG, MAX, TOTAL and MIN')
  return mode
}
