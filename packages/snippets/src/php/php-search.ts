import type { AnalyzerParameter, FieldSchema, Highlight, IndexSchema } from '@rowhouse/protocol'
import { type Code, labelled } from '../layout/code-layout.js'
import type { RequestOf } from '../request.js'
import { shown, sorting } from './php-query.js'
import { aggregations, groupBys } from './php-statistics.js'
import { list, members, names, text } from './php-values.js'

const RETURNS = {
  all: 'RETURN_ALL',
  indexed: 'RETURN_ALL_FROM_INDEX',
  none: 'RETURN_NONE',
} as const

/** The service's default, because the SDK always sends a limit. */
const DEFAULT_LIMIT = 10

export function searchParams({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const { collapse } = query
  return members({
    table_name: text(table),
    index_name: text(index),
    search_query: members({
      offset: String(query.offset),
      limit: String(query.limit ?? DEFAULT_LIMIT),
      get_total_count: String(query.trackTotalCount >= 0),
      query: shown(query.query),
      sort: sorting(query.sort),
      collapse: collapse === undefined ? undefined : members({ field_name: text(collapse) }),
      highlight: query.highlight && highlight(query.highlight),
      aggs: aggregations(query.aggregations),
      group_bys: groupBys(query.groupBys),
    }),
    columns_to_get: columnsToGet(columns),
  })
}

export const columnsToGet = (columns: RequestOf<'Search'>['columns']): Code =>
  typeof columns === 'string'
    ? members({ return_type: `ColumnReturnTypeConst::${RETURNS[columns]}` })
    : members({
        return_type: 'ColumnReturnTypeConst::RETURN_SPECIFIED',
        return_names: names(columns),
      })

const highlight = ({ encoder, parameters }: Highlight): Code =>
  members({
    highlight_encoder: `HighlightEncoderConst::${encoder}`,
    field_highlight_params: list(
      parameters.map((given) =>
        labelled(
          `${text(given.fieldName)} => `,
          members({
            number_of_fragments: given.numberOfFragments?.toString(),
            fragment_size: String(given.fragmentSize),
            pre_tag: text(given.preTag),
            post_tag: text(given.postTag),
            highlight_fragment_order: `HighlightFragmentOrderConst::${given.fragmentsOrder}`,
          }),
        ),
      ),
    ),
  })

export function schema({ fieldSchemas, indexSetting, indexSort }: IndexSchema): Code {
  const routing = indexSetting?.routingFields ?? []
  return members({
    field_schemas: list(fieldSchemas.map(field)),
    index_setting: routing.length > 0 ? members({ routing_fields: names(routing) }) : undefined,
    index_sort: sorting(indexSort),
  })
}

const flag = (flagged: boolean | undefined): string | undefined =>
  flagged === undefined ? undefined : String(flagged)

function field(given: FieldSchema): Code {
  const { analyzer, fieldSchemas, sourceFieldNames, dateFormats } = given
  return members({
    field_name: text(given.fieldName),
    field_type: `FieldTypeConst::${given.fieldType}`,
    // The SDK does not send absent members, nor false.
    index: flag(given.index ?? true),
    enable_sort_and_agg: flag(given.sortAndAgg),
    store: flag(given.store),
    is_array: flag(given.isArray),
    analyzer: analyzer === undefined ? undefined : text(analyzer),
    analyzer_parameter: given.analyzerParameter && analyzerParameter(given.analyzerParameter),
    field_schemas: fieldSchemas.length > 0 ? list(fieldSchemas.map(field)) : undefined,
    // The SDK sends the flag of arrays in its place.
    is_virtual_field: flag(given.isVirtualField),
    source_field_names: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    date_formats: dateFormats.length > 0 ? names(dateFormats) : undefined,
    enable_highlighting: flag(given.enableHighlighting),
    vector_options: vectorOptions(given),
  })
}

/** The SDK reads all parameters of an analyzer, so what is not given has the service's default. */
function analyzerParameter(given: AnalyzerParameter): Code {
  switch (given.kind) {
    case 'single_word':
      return members({
        case_sensitive: String(given.caseSensitive ?? false),
        delimit_word: String(given.delimitWord ?? false),
      })
    case 'split':
      return members({ delimiter: text(given.delimiter ?? ' ') })
    case 'fuzzy':
      return members({
        min_chars: String(given.minChars ?? LEAST_CHARS),
        max_chars: String(given.maxChars ?? MOST_CHARS),
      })
  }
}

const LEAST_CHARS = 1
const MOST_CHARS = 7

function vectorOptions({ vectorOptions: given }: FieldSchema): Code | undefined {
  if (given === undefined) return undefined
  return members({
    data_type: `VectorDataTypeConst::${given.dataType}`,
    metric_type: `VectorMetricTypeConst::${given.metricType}`,
    dimension: String(given.dimension),
  })
}
