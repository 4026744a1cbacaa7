import type { AnalyzerParameter, FieldSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { highlight } from './go-highlight.js'
import { shown, sorting } from './go-query.js'
import { aggregation, groupBy, isSent } from './go-statistics.js'
import { list, literal, names, struct } from './go-values.js'

/** Statements that make the request in the variable `request`. */
export function searchStatements({ table, index, columns, query }: RequestOf<'Search'>): Code[] {
  const sort = sorting(query.sort)
  return [
    'query := search.NewSearchQuery()',
    set('query.SetQuery', shown(query.query)),
    ...(query.offset > 0 ? [`query.SetOffset(${query.offset})`] : []),
    ...(query.limit === undefined ? [] : [`query.SetLimit(${query.limit})`]),
    `query.SetGetTotalCount(${query.trackTotalCount >= 0})`,
    ...(sort === undefined ? [] : [set('query.SetSort', sort)]),
    ...(query.collapse === undefined
      ? []
      : [set('query.SetCollapse', `&search.Collapse{FieldName: ${quoted(query.collapse)}}`)]),
    ...(query.highlight === undefined
      ? []
      : [set('query.SetHighlight', highlight(query.highlight))]),
    ...query.aggregations.map((each) => set('query.Aggregation', aggregation(each))),
    ...query.groupBys.filter(isSent).map((each) => set('query.GroupBy', groupBy(each))),
    // It takes the sort away, which the token has.
    ...(query.token === undefined ? [] : [`query.SetToken(${literal(query.token)})`]),
    'request := new(tablestore.SearchRequest)',
    `request.SetTableName(${quoted(table)})`,
    `request.SetIndexName(${quoted(index)})`,
    'request.SetSearchQuery(query)',
    set('request.SetColumnsToGet', returned(columns)),
  ]
}

export const set = (name: string, code: Code): Code => ({
  open: `${name}(`,
  items: [code],
  close: ')',
})

export function returned(columns: RequestOf<'Search'>['columns']): Code {
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

const flag = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : `proto.Bool(${value})`

/** The SDK takes pointers to an analyzer; `analyzer` is a function of the program. */
export function field(given: FieldSchema): Code {
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
    AnalyzerParameter: given.analyzerParameter && analyzerParameter(given.analyzerParameter),
    FieldSchemas: fieldSchemas.length > 0 ? fields(fieldSchemas) : undefined,
    IsVirtualField: flag(given.isVirtualField),
    SourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    DateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
    EnableHighlighting: flag(given.enableHighlighting),
    VectorOptions: vectorOptions(given),
  })
}

function analyzerParameter(given: AnalyzerParameter): Code {
  switch (given.kind) {
    case 'single_word':
      return struct('tablestore.SingleWordAnalyzerParameter', {
        CaseSensitive: flag(given.caseSensitive),
        DelimitWord: flag(given.delimitWord),
      })
    case 'split': {
      const { delimiter } = given
      return struct('tablestore.SplitAnalyzerParameter', {
        Delimiter: delimiter === undefined ? undefined : `proto.String(${quoted(delimiter)})`,
      })
    }
    case 'fuzzy':
      return struct('tablestore.FuzzyAnalyzerParameter', {
        MinChars: given.minChars?.toString(),
        MaxChars: given.maxChars?.toString(),
      })
  }
}

function vectorOptions({ vectorOptions: given }: FieldSchema): Code | undefined {
  if (given === undefined) return undefined
  return struct('&tablestore.VectorOptions', {
    VectorDataType: `tablestore.VectorDataType_${given.dataType}.Enum()`,
    VectorMetricType: `tablestore.VectorMetricType_${given.metricType}.Enum()`,
    Dimension: `proto.Int32(${given.dimension})`,
  })
}

export const fields = (given: readonly FieldSchema[]): Code =>
  list('*tablestore.FieldSchema', given.map(field))
