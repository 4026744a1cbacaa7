import type { AnalyzerParameter, FieldSchema, Query } from '@rowhouse/protocol'
import { type Code, chain } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { highlight } from './java-highlight.js'
import { shown, sorting } from './java-query.js'
import { aggregation, groupBy } from './java-statistics.js'
import { call, list, literal, present } from './java-values.js'

export function searchRequest({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const search = chain('SearchQuery.newBuilder()', [
    call('query', [shown(query.query)]),
    ...(query.offset > 0 ? [call('offset', [String(query.offset)])] : []),
    ...(query.limit === undefined ? [] : [call('limit', [String(query.limit)])]),
    call('getTotalCount', [String(query.trackTotalCount >= 0)]),
    ...present('sort', sorting(query.sort)),
    ...present('collapse', query.collapse === undefined ? undefined : quoted(query.collapse)),
    ...present('highlight', query.highlight && highlight(query.highlight)),
    ...present('filter', query.filter && searchFilter(query.filter)),
    ...present('token', query.token && literal(query.token)),
    ...query.aggregations.map((each) => call('addAggregation', [aggregation(each)])),
    ...query.groupBys.map((each) => call('addGroupBy', [groupBy(each)])),
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

const searchFilter = (query: Query): Code =>
  chain('SearchFilter.newBuilder()', [call('query', [shown(query)]), '.build()'])

const optional = (given: number | boolean | undefined): string | undefined =>
  given === undefined ? undefined : String(given)

function returned(columns: RequestOf<'Search'>['columns']): Code[] {
  if (columns === 'none') return []
  if (columns === 'all') return ['.returnAllColumns(true)']
  if (columns === 'indexed') return ['.returnAllColumnsFromIndex(true)']
  return [call('addColumnsToGet', columns.map(quoted))]
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
    ...present(
      'setAnalyzerParameter',
      given.analyzerParameter && analyzerParameter(given.analyzerParameter),
    ),
    ...(fieldSchemas.length > 0
      ? [call('setSubFieldSchemas', [list(fieldSchemas.map(field))])]
      : []),
    ...flag('setVirtualField', given.isVirtualField),
    ...names('setSourceFieldNames', sourceFieldNames),
    ...names('setDateFormats', dateFormats),
    ...flag('setEnableHighlighting', given.enableHighlighting),
    ...present('setVectorOptions', vectorOptions(given)),
  ])
}

function analyzerParameter(given: AnalyzerParameter): Code {
  const caseSensitive = present('setCaseSensitive', optional(given.caseSensitive))
  switch (given.kind) {
    case 'single_word':
      return chain('new SingleWordAnalyzerParameter()', [
        ...caseSensitive,
        ...present('setDelimitWord', optional(given.delimitWord)),
      ])
    case 'split':
      return chain('new SplitAnalyzerParameter()', [
        ...present(
          'setDelimiter',
          given.delimiter === undefined ? undefined : quoted(given.delimiter),
        ),
        ...caseSensitive,
      ])
    case 'fuzzy':
      return chain('new FuzzyAnalyzerParameter()', [
        ...present('setMinChars', optional(given.minChars)),
        ...present('setMaxChars', optional(given.maxChars)),
        ...caseSensitive,
      ])
  }
}

function vectorOptions({ vectorOptions: given }: FieldSchema): string | undefined {
  if (given === undefined) return undefined
  const { dataType, dimension, metricType } = given
  const [type, metric] = [`VectorDataType.${dataType}`, `VectorMetricType.${metricType}`]
  return `new VectorOptions(${type}, ${dimension}, ${metric})`
}
