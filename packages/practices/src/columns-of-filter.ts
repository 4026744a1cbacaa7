import type { RowFilter, TableSchema } from '@rowhouse/client'

/** The columns that a filter, or the condition of a write, looks at. */
export function columnsOfFilter<S extends TableSchema>(filter: RowFilter<S>): string[] {
  if (filter.kind === 'single') return [filter.columnName]
  return filter.kind === 'composite' ? filter.children.flatMap(columnsOfFilter) : []
}
