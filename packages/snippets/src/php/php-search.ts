import type { FieldSchema, IndexSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import type { RequestOf } from '../request.js'
import { shown, sorter } from './php-query.js'
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
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  const returned = typeof columns === 'string' ? RETURNS[columns] : 'RETURN_SPECIFIED'
  return members({
    table_name: text(table),
    index_name: text(index),
    search_query: members({
      offset: String(query.offset),
      limit: String(query.limit ?? DEFAULT_LIMIT),
      get_total_count: String(query.trackTotalCount >= 0),
      query: shown(query.query),
      sort: sorters.length > 0 ? list(sorters) : undefined,
      aggs: aggregations(query.aggregations),
      group_bys: groupBys(query.groupBys),
    }),
    columns_to_get: members({
      return_type: `ColumnReturnTypeConst::${returned}`,
      return_names: typeof columns === 'string' ? undefined : names(columns),
    }),
  })
}

export function schema({ fieldSchemas, indexSetting }: IndexSchema): Code {
  const routing = indexSetting?.routingFields ?? []
  return members({
    field_schemas: list(fieldSchemas.map(field)),
    index_setting: routing.length > 0 ? members({ routing_fields: names(routing) }) : undefined,
  })
}

function field(given: FieldSchema): Code {
  const { analyzer, fieldSchemas, sourceFieldNames, dateFormats } = given
  const flag = (flagged: boolean | undefined): string | undefined =>
    flagged === undefined ? undefined : String(flagged)
  return members({
    field_name: text(given.fieldName),
    field_type: `FieldTypeConst::${given.fieldType}`,
    // The SDK does not send absent members, nor false.
    index: flag(given.index ?? true),
    enable_sort_and_agg: flag(given.sortAndAgg),
    store: flag(given.store),
    is_array: flag(given.isArray),
    analyzer: analyzer === undefined ? undefined : text(analyzer),
    field_schemas: fieldSchemas.length > 0 ? list(fieldSchemas.map(field)) : undefined,
    is_virtual_field: flag(given.isVirtualField),
    source_field_names: sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined,
    date_formats: dateFormats.length > 0 ? names(dateFormats) : undefined,
  })
}
