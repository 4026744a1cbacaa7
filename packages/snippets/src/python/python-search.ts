import type { FieldSchema, IndexSchema } from '@rowhouse/protocol'
import type { Code } from '../layout/code-layout.js'
import { quoted } from '../layout/literals.js'
import type { RequestOf } from '../request.js'
import { shown, sorter } from './python-query.js'
import { aggregations, groupBys } from './python-statistics.js'
import { call, flag, list, named, names } from './python-values.js'

const RETURNS = { all: 'ALL', indexed: 'ALL_FROM_INDEX', none: 'NONE' } as const

export function searchCall({ table, index, columns, query }: RequestOf<'Search'>): Code {
  const sorters = query.sort?.sorters.flatMap(sorter) ?? []
  return call('client.search', [
    quoted(table),
    quoted(index),
    call('SearchQuery', [
      shown(query.query),
      named('sort', sorters.length > 0 ? call('Sort', [list(sorters)]) : undefined),
      named('offset', query.offset > 0 ? String(query.offset) : undefined),
      named('limit', query.limit === undefined ? undefined : String(query.limit)),
      named('get_total_count', flag(query.trackTotalCount >= 0)),
      named('aggs', aggregations(query.aggregations)),
      named('group_bys', groupBys(query.groupBys)),
    ]),
    typeof columns === 'string'
      ? `ColumnsToGet(return_type=ColumnReturnType.${RETURNS[columns]})`
      : call('ColumnsToGet', [names(columns), 'ColumnReturnType.SPECIFIED']),
  ])
}

export const indexMeta = ({ fieldSchemas, indexSetting }: IndexSchema): Code =>
  call('SearchIndexMeta', [
    list(fieldSchemas.map(field)),
    named('index_setting', call('IndexSetting', [names(indexSetting?.routingFields ?? [])])),
  ])

function field(given: FieldSchema): Code {
  const { analyzer, fieldSchemas, dateFormats, sourceFieldNames } = given
  const type = given.fieldType === 'GEO_POINT' ? 'GEOPOINT' : given.fieldType
  const option = (name: string, flagged: boolean | undefined): Code | undefined =>
    named(name, flagged === undefined ? undefined : flag(flagged))
  return call('FieldSchema', [
    quoted(given.fieldName),
    `FieldType.${type}`,
    named('index', flag(given.index ?? true)),
    option('enable_sort_and_agg', given.sortAndAgg),
    option('store', given.store),
    option('is_array', given.isArray),
    named('analyzer', analyzer === undefined ? undefined : quoted(analyzer)),
    named('sub_field_schemas', fieldSchemas.length > 0 ? list(fieldSchemas.map(field)) : undefined),
    option('is_virtual_field', given.isVirtualField),
    named('source_fields', sourceFieldNames.length > 0 ? names(sourceFieldNames) : undefined),
    named('date_formats', dateFormats.length > 0 ? names(dateFormats) : undefined),
  ])
}
