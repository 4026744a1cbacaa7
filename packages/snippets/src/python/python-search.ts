import type { AnalyzerParameter, FieldSchema, IndexSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { highlight } from './python-highlight.js'
import { shown, sorting } from './python-query.js'
import { aggregations, groupBys } from './python-statistics.js'
import { call, flag, list, named, names, option, value } from './python-values.js'

const RETURNS = { all: 'ALL', indexed: 'ALL_FROM_INDEX', none: 'NONE' } as const

export function searchCall({ table, index, columns, query }: RequestOf<'Search'>): Code {
  return call('client.search', [
    quoted(table),
    quoted(index),
    call('SearchQuery', [
      shown(query.query),
      named('sort', sorting(query.sort)),
      named('next_token', query.token && `bytes(${value(query.token)})`),
      named('offset', query.offset > 0 ? String(query.offset) : undefined),
      named('limit', query.limit === undefined ? undefined : String(query.limit)),
      named('get_total_count', flag(query.trackTotalCount >= 0)),
      named('aggs', aggregations(query.aggregations)),
      named('group_bys', groupBys(query.groupBys)),
      named(
        'collapse_field',
        query.collapse === undefined ? undefined : call('Collapse', [quoted(query.collapse)]),
      ),
      named('highlight', query.highlight && highlight(query.highlight)),
    ]),
    columnsToGet(columns),
  ])
}

export const columnsToGet = (columns: RequestOf<'Search'>['columns']): Code =>
  typeof columns === 'string'
    ? `ColumnsToGet(return_type=ColumnReturnType.${RETURNS[columns]})`
    : call('ColumnsToGet', [names(columns), 'ColumnReturnType.SPECIFIED'])

export const indexMeta = (
  { fieldSchemas, indexSetting, indexSort }: IndexSchema,
  timeToLive: number | undefined,
): Code =>
  call('SearchIndexMeta', [
    list(fieldSchemas.map(field)),
    named('index_setting', call('IndexSetting', [names(indexSetting?.routingFields ?? [])])),
    named('index_sort', sorting(indexSort)),
    option('time_to_live', timeToLive),
  ])

/** This SDK sends both parameters of an analyzer, so what is not given has the service's default. */
function analyzerParameter(given: AnalyzerParameter): Code {
  switch (given.kind) {
    case 'single_word':
      return call('SingleWordAnalyzerParameter', [
        option('case_sensitive', given.caseSensitive),
        option('delimit_word', given.delimitWord),
      ])
    case 'split':
      return call('SplitAnalyzerParameter', [
        named('delimiter', given.delimiter === undefined ? undefined : quoted(given.delimiter)),
      ])
    case 'fuzzy':
      return call('FuzzyAnalyzerParameter', [
        option('min_chars', given.minChars),
        option('max_chars', given.maxChars),
      ])
  }
}

function vectorOptions({ vectorOptions: given }: FieldSchema): Code | undefined {
  if (given === undefined) return undefined
  const { dataType, metricType, dimension } = given
  const type = `VectorDataType.VD_${dataType}`
  return call('VectorOptions', [type, `VectorMetricType.VM_${metricType}`, String(dimension)])
}

function field(given: FieldSchema): Code {
  const { analyzer, fieldSchemas, dateFormats, sourceFieldNames } = given
  const type = given.fieldType === 'GEO_POINT' ? 'GEOPOINT' : given.fieldType
  return call('FieldSchema', [
    quoted(given.fieldName),
    `FieldType.${type}`,
    named('index', flag(given.index ?? true)),
    option('enable_sort_and_agg', given.sortAndAgg),
    option('store', given.store),
    option('is_array', given.isArray),
    named('analyzer', analyzer === undefined ? undefined : quoted(analyzer)),
    named(
      'analyzer_parameter',
      given.analyzerParameter && analyzerParameter(given.analyzerParameter),
    ),
    named('sub_field_schemas', fieldSchemas.length > 0 ? list(fieldSchemas.map(field)) : undefined),
    option('is_virtual_field', given.isVirtualField),
    named('source_fields', sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined),
    named('date_formats', dateFormats.length > 0 ? names(dateFormats) : undefined),
    option('enable_highlighting', given.enableHighlighting),
    named('vector_options', vectorOptions(given)),
  ])
}
