import type { FieldSchema, IndexSchema, Query, Sorter } from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import type { RequestOf } from '../request.js'
import { names, object, value } from './node-values.js'

const RETURNS = {
  all: 'RETURN_ALL',
  indexed: 'RETURN_ALL_FROM_INDEX',
  none: 'RETURN_NONE',
} as const

export function searchParams({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  return object({
    tableName: quoted(table),
    indexName: quoted(index),
    searchQuery: object({
      offset: query.offset > 0 ? String(query.offset) : undefined,
      limit: query.limit === undefined ? undefined : String(query.limit),
      query: shown(query.query),
      getTotalCount: String(query.trackTotalCount >= 0),
      sort: sorters.length > 0 ? object({ sorters: group('[', sorters, ']') }) : undefined,
    }),
    columnToGet: object({
      returnType: `TableStore.ColumnReturnType.${returned(columns)}`,
      returnNames: typeof columns === 'string' ? undefined : names(columns),
    }),
  })
}

const returned = (columns: RequestOf<'Search'>['columns']): string =>
  typeof columns === 'string' ? RETURNS[columns] : 'RETURN_SPECIFIED'

const shown = (query: Query): Code =>
  isShown(query) ? queryOf(query) : queryOf({ kind: 'matchAll' })

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
type FieldQuery = Exclude<ShownQuery, GeoQuery | { readonly kind: 'matchAll' | 'bool' | 'nested' }>

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

function geo(query: GeoQuery): Code {
  const fieldName = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
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

const text = (given: number | string | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

function sorter(given: Sorter): Code[] {
  const order = `TableStore.SortOrder.SORT_ORDER_${given.order}`
  switch (given.kind) {
    case 'field':
      return [object({ fieldSort: object({ fieldName: quoted(given.fieldName), order }) })]
    case 'score':
      return [object({ scoreSort: object({ order }) })]
    case 'primaryKey':
      return [object({ primaryKeySort: object({ order }) })]
    case 'doc':
    case 'geoDistance':
      return []
  }
}

export const schema = ({ fieldSchemas, indexSetting }: IndexSchema): Code =>
  object({
    fieldSchemas: group('[', fieldSchemas.map(field), ']'),
    indexSetting:
      indexSetting === undefined || indexSetting.routingFields.length === 0
        ? undefined
        : object({ routingFields: names(indexSetting.routingFields) }),
  })

function field(given: FieldSchema): Code {
  const { fieldSchemas, dateFormats, sourceFieldNames } = given
  return object({
    fieldName: quoted(given.fieldName),
    fieldType: `TableStore.FieldType.${given.fieldType}`,
    index: flag(given.index),
    enableSortAndAgg: flag(given.sortAndAgg),
    store: flag(given.store),
    isAnArray: flag(given.isArray),
    analyzer: given.analyzer === undefined ? undefined : quoted(given.analyzer),
    analyzerParameter: analyzerParameter(given),
    fieldSchemas: fieldSchemas.length > 0 ? group('[', fieldSchemas.map(field), ']') : undefined,
    isVirtualField: flag(given.isVirtualField),
    sourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    dateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}

const flag = (given: boolean | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

/** This SDK reads the parameter of these analyzers without checking that it is there. */
function analyzerParameter({ analyzer, analyzerParameter: given }: FieldSchema): Code | undefined {
  const caseSensitive = flag(given?.caseSensitive)
  switch (analyzer) {
    case 'single_word':
      return object({
        caseSensitive,
        delimitWord: given?.kind === 'single_word' ? flag(given.delimitWord) : undefined,
      })
    case 'split': {
      const delimiter = given?.kind === 'split' ? given.delimiter : undefined
      return object({ delimiter: delimiter === undefined ? undefined : quoted(delimiter) })
    }
    case 'fuzzy': {
      const fuzzy = given?.kind === 'fuzzy' ? given : undefined
      return object({ minChars: text(fuzzy?.minChars), maxChars: text(fuzzy?.maxChars) })
    }
    default:
      return undefined
  }
}
