import type { Query, SearchVariant } from '@rowhouse/protocol'
import type { Analyzer } from '../analyzers/analyzer.js'
import { createTokens, termOf } from '../analyzers/tokens.js'
import type { FieldValue, LevelDocument } from '../documents/document.js'
import type {
  AnalyzerChoice,
  FieldLayout,
  IndexLayout,
  LevelLayout,
} from '../schema/index-layout.js'
import { naiveMinimum } from './naive-minimum.js'
import { comparesWith, isWithin, naivePattern, textOf } from './naive-values.js'
import { isInNaiveBox, isInNaiveCircle, isInNaivePolygon } from './naive-places.js'
import { type NaiveToken, hasPhrase } from './naive-phrase.js'

/**
 * Whether a row, or a child row of a level, matches a query, by the definition of each query and without
 * code of the engine: property tests compare the engine with it. It has neither nearest vectors nor minimum
 * scores, which do not depend on one row alone.
 */
export interface NaiveIndex {
  readonly layout: IndexLayout
  readonly analyzerOf: (choice: AnalyzerChoice) => Analyzer
}

export function matchesNaively(
  query: Query,
  document: LevelDocument,
  index: NaiveIndex,
  level: LevelLayout = index.layout.rows,
): boolean {
  return matches(query, { document, level, index })
}

interface Place {
  readonly document: LevelDocument
  readonly level: LevelLayout
  readonly index: NaiveIndex
}

type QueryOf<Kind extends Query['kind']> = Extract<Query, { kind: Kind }>

function matches(query: Query, place: Place): boolean {
  switch (query.kind) {
    case 'matchAll':
      return true
    case 'bool':
      return matchesBool(query, place)
    case 'disMax':
      return query.queries.some((clause) => matches(clause, place))
    case 'constScore':
      return matches(query.filter, place)
    case 'functionScore':
    case 'functionsScore':
      return matches(query.query, place)
    case 'nested':
      return childrenAt(query.path, place).some((child) => matches(query.query, child))
    case 'exists':
      return exists(query.fieldName, place)
    case 'knnVector':
      throw new Error('nearest vectors are not of one row')
    default:
      return matchesField(query, place)
  }
}

type FieldQuery = Exclude<
  Query,
  QueryOf<
    | 'matchAll'
    | 'bool'
    | 'disMax'
    | 'constScore'
    | 'functionScore'
    | 'functionsScore'
    | 'nested'
    | 'exists'
    | 'knnVector'
  >
>

function matchesField(query: FieldQuery, place: Place): boolean {
  const field = place.index.layout.fields.get(query.fieldName)
  if (field === undefined) throw new Error(`no field ${query.fieldName}`)
  const values = place.document.values[field.number] ?? []
  switch (query.kind) {
    case 'match':
      return matchesText(query, field, values, place)
    case 'matchPhrase':
      return matchesPhrase(query, field, values, place)
    case 'geoBoundingBox':
      return values.some((value) => isInNaiveBox(query, value))
    case 'geoDistance':
      return values.some((value) => isInNaiveCircle(query, value))
    case 'geoPolygon':
      return values.some((value) => isInNaivePolygon(query, value))
    default: {
      const terms =
        field.type === 'TEXT' ? tokensOf(field, values, place).map(({ term }) => term) : values
      return terms.some((value) => matchesValue(query, field, value))
    }
  }
}

type ValueQuery = QueryOf<'term' | 'terms' | 'range' | 'prefix' | 'suffix' | 'wildcard'>

function matchesValue(query: ValueQuery, field: FieldLayout, value: FieldValue): boolean {
  switch (query.kind) {
    case 'term':
      return comparesWith(field, value, query.term)
    case 'terms':
      return query.terms.some((term) => comparesWith(field, value, term))
    case 'range':
      return isWithin(field, value, query)
    case 'prefix':
      return textOf(value).startsWith(query.prefix)
    case 'suffix':
      return textOf(value).endsWith(query.suffix)
    case 'wildcard':
      return naivePattern(query.value).test(textOf(value))
  }
}

function matchesBool(query: QueryOf<'bool'>, place: Place): boolean {
  const { must, filter, mustNot, should, minimumShouldMatch } = query
  const isMatch = (clause: Query): boolean => matches(clause, place)
  if (![...must, ...filter].every(isMatch) || mustNot.some(isMatch)) return false
  const isAlone = must.length + filter.length + mustNot.length === 0 && should.length > 0
  const asked = naiveMinimum(minimumShouldMatch ?? 0, should.length)
  return should.filter(isMatch).length >= Math.max(asked, isAlone ? 1 : 0)
}

function matchesText(
  query: QueryOf<'match'>,
  field: FieldLayout,
  values: readonly FieldValue[],
  place: Place,
): boolean {
  if (field.type !== 'TEXT') return hasValue(field, values, query.text)
  const tokens = tokensOf(field, values, place)
  const wanted = analyzerOf(field, place).analyzeQuery(query.text)
  const found = wanted.filter(({ terms }) =>
    hasPhrase(
      tokens,
      terms.map(({ term, offset }) => ({ term, position: offset })),
      0,
    ),
  )
  if (wanted.length === 0) return false
  if (query.operator === 'AND') return found.length === wanted.length
  const { minimumShouldMatch } = query
  const minimum = naiveMinimum(minimumShouldMatch ?? 1, wanted.length)
  return found.length >= Math.max(1, minimum)
}

function matchesPhrase(
  query: QueryOf<'matchPhrase'>,
  field: FieldLayout,
  values: readonly FieldValue[],
  place: Place,
): boolean {
  if (field.type !== 'TEXT') return hasValue(field, values, query.text)
  const words = analyzerOf(field, place)
    .analyzeQuery(query.text)
    .flatMap(({ position, terms }) =>
      terms.map(({ term, offset }) => ({ term, position: position + offset })),
    )
  return words.length > 0 && hasPhrase(tokensOf(field, values, place), words, query.slop)
}

const hasValue = (
  field: FieldLayout,
  values: readonly FieldValue[],
  text: SearchVariant,
): boolean => values.some((value) => comparesWith(field, value, text))

function analyzerOf({ analyzer, name }: FieldLayout, { index }: Place): Analyzer {
  if (analyzer === undefined) throw new Error(`no analyzer of ${name}`)
  return index.analyzerOf(analyzer)
}

/** Greater than the length of any phrase in a test. */
const TEXT_GAP = 1_000_000

function tokensOf(field: FieldLayout, values: readonly FieldValue[], place: Place): NaiveToken[] {
  const tokens = createTokens()
  return values.flatMap((value, text) => {
    analyzerOf(field, place).analyze(textOf(value), tokens)
    return Array.from({ length: tokens.count }, (_, token) => ({
      term: termOf(tokens, token),
      position: (tokens.positions[token] ?? 0) + text * TEXT_GAP,
    }))
  })
}

function exists(name: string, place: Place): boolean {
  const { layout } = place.index
  const field = layout.fields.get(name)
  if (field !== undefined) return (place.document.values[field.number] ?? []).length > 0
  if (layout.levels.has(name)) return childrenAt(name, place).length > 0
  return place.level.fields.some(
    (part) => part.name.startsWith(`${name}.`) && exists(part.name, place),
  )
}

/** All descendants at one path. */
function childrenAt(path: string, place: Place): Place[] {
  const { document, level, index } = place
  return level.children.flatMap((below, number) => {
    if (path !== below.path && !path.startsWith(`${below.path}.`)) return []
    const children = (document.children[number] ?? []).map((child) => ({
      document: child,
      level: below,
      index,
    }))
    return path === below.path ? children : children.flatMap((child) => childrenAt(path, child))
  })
}
