import { errors, limits, type Sort } from '@rowhouse/protocol'
import type { FieldLayout, IndexSort, LeafType } from './index-layout.js'
import { schemaError } from './schema-error.js'

const SORTABLE: readonly LeafType[] = ['LONG', 'DOUBLE', 'BOOLEAN', 'KEYWORD', 'DATE', 'IP']

/** The order in which rows are stored: by fields and primary key alone, and not beside nested fields. */
export function compileIndexSort(
  sort: Sort | undefined,
  fields: ReadonlyMap<string, FieldLayout>,
  hasNested: boolean,
): readonly IndexSort[] {
  if (sort === undefined || sort.sorters.length === 0) return []
  if (hasNested) throw schemaError('index_sort is not supported beside nested fields')
  if (sort.sorters.length > limits.SEARCH_SORTERS_MAX) {
    throw errors.searchTooMany('sorters', limits.SEARCH_SORTERS_MAX)
  }
  return sort.sorters.map((sorter): IndexSort => {
    if (sorter.kind === 'primaryKey') {
      return { kind: 'primaryKey', isDescending: sorter.order === 'DESC' }
    }
    if (sorter.kind !== 'field') {
      throw schemaError('index_sort only supports PrimaryKeySort and FieldSort')
    }
    checkField(fields.get(sorter.fieldName), sorter.fieldName)
    const { fieldName, order, mode } = sorter
    return { kind: 'field', field: fieldName, isDescending: order === 'DESC', mode }
  })
}

function checkField(field: FieldLayout | undefined, name: string): void {
  if (field === undefined) throw schemaError(`index_sort field: ${name} does not exist`)
  if (!SORTABLE.includes(field.type) || !field.isIndexed) {
    throw schemaError(`index_sort field: ${name} type:${field.type} cannot be sorted`)
  }
}
