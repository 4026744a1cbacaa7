import {
  type BatchWriteBody,
  type BatchWriteRowReply,
  type OperationCodec,
  batchWriteRow,
} from '@rowhouse/protocol'
import type { KeyOf, NewRowOf, TableSchema } from '../schema/define-table.js'
import { type WriteCondition, conditionOf } from './conditions.js'
import {
  type ColumnChanges,
  type NewCell,
  type Returns,
  returnContentOf,
  writeCells,
  writeDelete,
  writePut,
  writeUpdate,
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

/** Adds a row to a request. Throws UsageError for one that cannot be written; it has to be dropped then. */
export function addChange<S extends TableSchema>(
  body: BatchWriteBody,
  layout: TableLayout<S>,
  change: RowChange<S>,
): void {
  const writer = body.beginRow()
  const condition = conditionOf(change.condition)
  const returnContent = returnContentOf(change.returns)
  if ('put' in change) {
    const { put, cells, timestamp } = change
    if (cells === undefined) writePut(writer, layout, put, timestamp)
    else writeCells(writer, layout, put, cells)
    body.endRow('PUT', condition, returnContent)
  } else if ('update' in change) {
    writeUpdate(writer, layout, change.update, change.changes, change.timestamp)
    body.endRow('UPDATE', condition, returnContent)
  } else {
    writeDelete(writer, layout, change.delete)
    body.endRow('DELETE', condition, returnContent)
  }
}

/** A BatchWriteRow whose body is written already. */
export const packedBatch: OperationCodec<Buffer, BatchWriteRowReply> = {
  ...batchWriteRow,
  encodeRequest: (body) => body,
  decodeRequest: (body) => body,
}
