import type { FieldSchema, IndexSchema, VectorOptions } from '@rowhouse/protocol'
import { type Code, group } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { highlight } from './node-highlight.js'
import { shown, sorting } from './node-query.js'
import { aggregations, groupBys } from './node-statistics.js'
import { names, object, text, value } from './node-values.js'

const RETURNS = {
  all: 'RETURN_ALL',
  indexed: 'RETURN_ALL_FROM_INDEX',
  none: 'RETURN_NONE',
} as const

export function searchParams({ table, index, columns, query }: RequestOf<'Search'>): Code {
  return object({
    tableName: quoted(table),
    indexName: quoted(index),
    searchQuery: object({
      offset: query.offset > 0 ? String(query.offset) : undefined,
      limit: query.limit === undefined ? undefined : String(query.limit),
      query: shown(query.query),
      getTotalCount: String(query.trackTotalCount >= 0),
      sort: sorting(query.sort),
      collapse:
        query.collapse === undefined ? undefined : object({ fieldName: quoted(query.collapse) }),
      highlight: query.highlight && highlight(query.highlight),
      token: query.token && value(query.token),
      aggs: aggregations(query.aggregations),
      groupBys: groupBys(query.groupBys),
    }),
    columnToGet: columnToGet(columns),
  })
}

export const columnToGet = (columns: RequestOf<'Search'>['columns']): Code =>
  object({
    returnType: `TableStore.ColumnReturnType.${returned(columns)}`,
    returnNames: typeof columns === 'string' ? undefined : names(columns),
  })

const returned = (columns: RequestOf<'Search'>['columns']): string =>
  typeof columns === 'string' ? RETURNS[columns] : 'RETURN_SPECIFIED'

export const schema = ({ fieldSchemas, indexSetting, indexSort }: IndexSchema): Code =>
  object({
    fieldSchemas: group('[', fieldSchemas.map(field), ']'),
    indexSort: sorting(indexSort),
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
    enableHighlighting: flag(given.enableHighlighting),
    vectorOptions: given.vectorOptions && vectorOptions(given.vectorOptions),
  })
}

const vectorOptions = ({ dataType, metricType, dimension }: VectorOptions): Code =>
  object({
    dataType: `TableStore.VectorDataType.VD_${dataType}`,
    metricType: `TableStore.VectorMetricType.VM_${metricType}`,
    dimension: String(dimension),
  })

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
