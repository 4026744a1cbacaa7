import type { GetRowRequest } from '@rowhouse/protocol'
import type { TableSchema } from '../schema/define-table.js'
import { type KeyValues, encodeKey } from './encode-typed-key.js'
import { type Selection, selectionOf } from './selection.js'
import type { TableLayout } from './table-layout.js'

export function getRowRequestOf<S extends TableSchema>(
  layout: TableLayout<S>,
  key: KeyValues,
  options: Selection<S>,
  transactionId: string | undefined,
): GetRowRequest {
  const { columnsToGet, timeRange, maxVersions, filter } = selectionOf(options)
  return {
    tableName: layout.name,
    primaryKey: encodeKey(layout, key),
    columnsToGet,
    timeRange,
    maxVersions,
    filter,
    startColumn: undefined,
    endColumn: undefined,
    token: undefined,
    transactionId,
  }
}
