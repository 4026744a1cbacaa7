import type { RowInBatchWriteRowRequest } from '@rowhouse/protocol'
import type { KeyOf, NewRowOf, TableSchema } from '../schema/define-table.js'
import { type WriteCondition, conditionOf } from './conditions.js'
import {
  type ColumnChanges,
  type NewCell,
  type Returns,
  encodeCells,
  encodeDelete,
  encodePut,
  encodeUpdate,
  returnContentOf,
} from './row-changes.js'
import type { TableLayout } from './table-layout.js'

interface ChangeOptions<S extends TableSchema> {
  readonly condition?: WriteCondition<S>
  readonly returns?: Returns<S>
  readonly timestamp?: bigint
}

/**
 * One row of a batch: a put, an update or a deletion. `cells` are the columns of a row that is put with
 * explicit versions; only the key of `put` is used then.
 */
export type RowChange<S extends TableSchema> = ChangeOptions<S> &
  (
    | { readonly put: NewRowOf<S>; readonly cells?: readonly NewCell[] }
    | { readonly update: KeyOf<S>; readonly changes: ColumnChanges<S> }
    | { readonly delete: KeyOf<S> }
  )

export function changeOf<S extends TableSchema>(
  layout: TableLayout<S>,
  change: RowChange<S>,
): RowInBatchWriteRowRequest {
  const condition = conditionOf(change.condition)
  const returnContent = returnContentOf(change.returns)
  if ('put' in change) {
    const { put, cells, timestamp } = change
    const rowChange =
      cells === undefined ? encodePut(layout, put, timestamp) : encodeCells(layout, put, cells)
    return { type: 'PUT', rowChange, condition, returnContent }
  }
  if ('update' in change) {
    const rowChange = encodeUpdate(layout, change.update, change.changes, change.timestamp)
    return { type: 'UPDATE', rowChange, condition, returnContent }
  }
  const rowChange = encodeDelete(layout, change.delete)
  return { type: 'DELETE', rowChange, condition, returnContent }
}
