import type { FieldSchema } from '@rowhouse/protocol'
import { type Code, chain, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { shown, sorter } from './java-query.js'
import { aggregation, groupBy } from './java-statistics.js'
import { call, list } from './java-values.js'

export function searchRequest({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  const search = chain('SearchQuery.newBuilder()', [
    call('query', [shown(query.query)]),
    ...(query.offset > 0 ? [call('offset', [String(query.offset)])] : []),
    ...(query.limit === undefined ? [] : [call('limit', [String(query.limit)])]),
    call('getTotalCount', [String(query.trackTotalCount >= 0)]),
    ...(sorters.length > 0 ? [call('sort', [group('new Sort(', [list(sorters)], ')')])] : []),
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
    ...(fieldSchemas.length > 0
      ? [call('setSubFieldSchemas', [list(fieldSchemas.map(field))])]
      : []),
    ...flag('setVirtualField', given.isVirtualField),
    ...names('setSourceFieldNames', sourceFieldNames),
    ...names('setDateFormats', dateFormats),
  ])
}
