import type { AnalyzerParameter, FieldSchema, IndexSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import type { RequestOf } from '../request.js'
import { shown, sorting } from './dotnet-query.js'
import { aggregations, groupBys } from './dotnet-statistics.js'
import { list, names, object, text } from './dotnet-values.js'

export const searchQuery = ({ query }: RequestOf<'Search'>): Code =>
  object('SearchQuery', {
    Query: shown(query.query),
    Offset: query.offset > 0 ? String(query.offset) : undefined,
    Limit: query.limit === undefined ? undefined : String(query.limit),
    GetTotalCount: String(query.trackTotalCount >= 0),
    Sort: sorting(query.sort),
    AggregationList: aggregations(query.aggregations),
    GroupByList: groupBys(query.groupBys),
  })

/** Without any of these properties only the key is returned. */
export const columnsToGet = (columns: RequestOf<'Search'>['columns']): Code =>
  object('ColumnsToGet', {
    ReturnAll: columns === 'all' ? 'true' : undefined,
    ReturnAllFromIndex: columns === 'indexed' ? 'true' : undefined,
    Columns: typeof columns === 'string' ? undefined : names(columns),
  })

export function indexSchema({ fieldSchemas, indexSetting, indexSort }: IndexSchema): Code {
  const routing = indexSetting?.routingFields ?? []
  return object('IndexSchema', {
    FieldSchemas: list('FieldSchema', fieldSchemas.map(field)),
    IndexSetting:
      routing.length > 0 ? object('IndexSetting', { RoutingFields: names(routing) }) : undefined,
    IndexSort: sorting(indexSort),
  })
}

const ANALYZERS: ReadonlyMap<string, string> = new Map([
  ['single_word', 'SingleWord'],
  ['max_word', 'MaxWord'],
  ['min_word', 'MinWord'],
  ['split', 'Split'],
  ['fuzzy', 'Fuzzy'],
])

const flag = (flagged: boolean | undefined): string | undefined =>
  flagged === undefined ? undefined : String(flagged)

function field(given: FieldSchema): Code {
  const { fieldSchemas, sourceFieldNames, dateFormats } = given
  const analyzer = ANALYZERS.get(given.analyzer ?? '')
  return object(`FieldSchema(${text(given.fieldName)}, FieldType.${given.fieldType})`, {
    index: flag(given.index),
    EnableSortAndAgg: flag(given.sortAndAgg),
    Store: flag(given.store),
    IsArray: flag(given.isArray),
    Analyzer: analyzer === undefined ? undefined : `Analyzer.${analyzer}`,
    AnalyzerParameter: given.analyzerParameter && analyzerParameter(given.analyzerParameter),
    SubFieldSchemas:
      fieldSchemas.length > 0 ? list('FieldSchema', fieldSchemas.map(field)) : undefined,
    IsVirtualField: flag(given.isVirtualField),
    SourceFieldNames: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    DateFormats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}

function analyzerParameter(given: AnalyzerParameter): Code {
  switch (given.kind) {
    case 'single_word':
      return object('SingleWordAnalyzerParameter', {
        CaseSensitive: flag(given.caseSensitive),
        DelimitWord: flag(given.delimitWord),
      })
    case 'split':
      return object('SplitAnalyzerParameter', {
        Delimiter: given.delimiter === undefined ? undefined : text(given.delimiter),
      })
    case 'fuzzy':
      return object('FuzzyAnalyzerParameter', {
        MinChars: given.minChars?.toString(),
        MaxChars: given.maxChars?.toString(),
      })
  }
}
