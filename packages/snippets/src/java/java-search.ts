import type { FieldSchema, Query, Sorter } from '@rowhouse/protocol'
import { type Code, chain, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import { type ShownQuery, isShown } from '../left-out.js'
import type { RequestOf } from '../request.js'
import { list, literal } from './java-values.js'

const call = (name: string, items: readonly Code[]): Code => group(`.${name}(`, items, ')')

export function searchRequest({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  const search = chain('SearchQuery.newBuilder()', [
    call('query', [shown(query.query)]),
    ...(query.offset > 0 ? [call('offset', [String(query.offset)])] : []),
    ...(query.limit === undefined ? [] : [call('limit', [String(query.limit)])]),
    call('getTotalCount', [String(query.trackTotalCount >= 0)]),
    ...(sorters.length > 0 ? [call('sort', [group('new Sort(', [list(sorters)], ')')])] : []),
    '.build()',
  ])
  return chain('SearchRequest.newBuilder()', [
    call('tableName', [quoted(table)]),
    call('indexName', [quoted(index)]),
    call('searchQuery', [search]),
    ...returned(columns),
    '.build()',
  ])
}

function returned(columns: RequestOf<'Search'>['columns']): Code[] {
  if (columns === 'none') return []
  if (columns === 'all') return ['.returnAllColumns(true)']
  if (columns === 'indexed') return ['.returnAllColumnsFromIndex(true)']
  return [call('addColumnsToGet', columns.map(quoted))]
}

const shown = (query: Query): Code => (isShown(query) ? queryOf(query) : 'QueryBuilders.matchAll()')

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
        ],
      )
    }
    case 'nested': {
      const mode = query.scoreMode.charAt(0) + query.scoreMode.slice(1).toLowerCase()
      return built(
        'nested',
        [],
        [
          call('path', [quoted(query.path)]),
          call('query', [shown(query.query)]),
          call('scoreMode', [`ScoreMode.${mode}`]),
        ],
      )
    }
    default:
      return fieldQuery(query)
  }
}

type FieldQuery = Exclude<ShownQuery, { readonly kind: 'matchAll' | 'bool' | 'nested' }>

function fieldQuery(query: FieldQuery): Code {
  const field = quoted(query.fieldName)
  const point = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
    quoted(`${lat},${lon}`)
  switch (query.kind) {
    case 'term':
      return built('term', [field, literal(query.term)])
    case 'terms':
      return built(
        'terms',
        [field],
        query.terms.map((term) => call('addTerm', [literal(term)])),
      )
    case 'match': {
      const least = query.minimumShouldMatch
      return built(
        'match',
        [field, quoted(query.text)],
        [
          ...(typeof least === 'number' ? [call('minimumShouldMatch', [String(least)])] : []),
          call('operator', [`QueryOperator.${query.operator}`]),
        ],
      )
    }
    case 'matchPhrase':
      return built('matchPhrase', [field, quoted(query.text)])
    case 'prefix':
      return built('prefix', [field, quoted(query.prefix)])
    case 'wildcard':
      return built('wildcard', [field, quoted(query.value)])
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

function sorter(given: Sorter): Code[] {
  const order = `SortOrder.${given.order}`
  switch (given.kind) {
    case 'field':
      return [`new FieldSort(${quoted(given.fieldName)}, ${order})`]
    case 'score':
      return ['new ScoreSort()']
    case 'primaryKey':
      return ['new PrimaryKeySort()']
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

export function field(given: FieldSchema): Code {
  const { analyzer, fieldSchemas, sourceFieldNames, dateFormats } = given
  const flag = (name: string, value: boolean | undefined): Code[] =>
    value === undefined ? [] : [call(name, [String(value)])]
  const names = (name: string, texts: readonly string[]): Code[] =>
    texts.length === 0 ? [] : [call(name, [list(texts.map(quoted))])]
  const analyzed = ANALYZERS.get(analyzer ?? '')
  return chain(`new FieldSchema(${quoted(given.fieldName)}, FieldType.${given.fieldType})`, [
    ...flag('setIndex', given.index),
    ...flag('setEnableSortAndAgg', given.sortAndAgg),
    ...flag('setStore', given.store),
    ...flag('setIsArray', given.isArray),
    ...(analyzed === undefined ? [] : [call('setAnalyzer', [`FieldSchema.Analyzer.${analyzed}`])]),
    ...(fieldSchemas.length > 0
      ? [call('setSubFieldSchemas', [list(fieldSchemas.map(field))])]
      : []),
    ...flag('setVirtualField', given.isVirtualField),
    ...names('setSourceFieldNames', sourceFieldNames),
    ...names('setDateFormats', dateFormats),
  ])
}
