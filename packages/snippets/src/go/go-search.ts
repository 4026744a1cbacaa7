import type { FieldSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { shown, sorter } from './go-query.js'
import { aggregation, groupBy, isSent } from './go-statistics.js'
import { list, names, struct } from './go-values.js'

/** Statements that make the request in the variable `request`. */
export function searchStatements({ table, index, columns, query }: RequestOf<'Search'>): Code[] {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  const sort = struct('&search.Sort', { Sorters: list('search.Sorter', sorters) })
  return [
    'query := search.NewSearchQuery()',
    set('query.SetQuery', shown(query.query)),
    ...(query.offset > 0 ? [`query.SetOffset(${query.offset})`] : []),
    ...(query.limit === undefined ? [] : [`query.SetLimit(${query.limit})`]),
    `query.SetGetTotalCount(${query.trackTotalCount >= 0})`,
    ...(sorters.length > 0 ? [set('query.SetSort', sort)] : []),
    ...query.aggregations.map((each) => set('query.Aggregation', aggregation(each))),
    ...query.groupBys.filter(isSent).map((each) => set('query.GroupBy', groupBy(each))),
    'request := new(tablestore.SearchRequest)',
    `request.SetTableName(${quoted(table)})`,
    `request.SetIndexName(${quoted(index)})`,
    'request.SetSearchQuery(query)',
    set('request.SetColumnsToGet', returned(columns)),
  ]
}

const set = (name: string, code: Code): Code => ({ open: `${name}(`, items: [code], close: ')' })

function returned(columns: RequestOf<'Search'>['columns']): Code {
  const type = '&tablestore.ColumnsToGet'
  if (columns === 'none') return struct(type, {})
  if (columns === 'all') return struct(type, { ReturnAll: 'true' })
  if (columns === 'indexed') return struct(type, { ReturnAllFromIndex: 'true' })
  return struct(type, { Columns: names(columns) })
}

const ANALYZERS: ReadonlyMap<string, string> = new Map([
  ['single_word', 'SingleWord'],
  ['max_word', 'MaxWord'],
  ['min_word', 'MinWord'],
  ['split', 'Split'],
  ['fuzzy', 'Fuzzy'],
])

/** The SDK takes pointers to an analyzer; `analyzer` is a function of the program. */
export function field(given: FieldSchema): Code {
  const flag = (value: boolean | undefined): string | undefined =>
    value === undefined ? undefined : `proto.Bool(${value})`
  const { fieldSchemas, sourceFieldNames, dateFormats } = given
  const analyzer = ANALYZERS.get(given.analyzer ?? '')
  return struct('', {
    FieldName: `proto.String(${quoted(given.fieldName)})`,
    FieldType: `tablestore.FieldType_${given.fieldType}`,
    Index: flag(given.index),
    EnableSortAndAgg: flag(given.sortAndAgg),
    Store: flag(given.store),
    IsArray: flag(given.isArray),
    Analyzer: analyzer === undefined ? undefined : `analyzer(tablestore.Analyzer_${analyzer})`,
    FieldSchemas: fieldSchemas.length > 0 ? fields(fieldSchemas) : undefined,
    IsVirtualField: flag(given.isVirtualField),
    SourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    DateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}

export const fields = (given: readonly FieldSchema[]): Code =>
  list('*tablestore.FieldSchema', given.map(field))
