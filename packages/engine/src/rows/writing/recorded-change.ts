import { expectDefined } from '@rowhouse/platform'
import { CellOperation, type PlainBufferCell } from '@rowhouse/protocol'
import type { RowChange, RowChangeOperation } from '../../log/change-record.js'
import type { RowWrite } from './bound-write.js'

/** The change for consumers of the feed: the cells that an update touched, without their values. */
export const rowChangeOf = (write: RowWrite, rowKey: Buffer, stamp: bigint): RowChange => ({
  kind: `${write.kind}_ROW`,
  rowKey,
  operations: write.kind === 'UPDATE' ? write.cells.map((cell) => operationOf(cell, stamp)) : [],
  preImage: undefined,
})

const operationOf = (cell: PlainBufferCell, stamp: bigint): RowChangeOperation => {
  switch (cell.operation) {
    case CellOperation.DELETE_ALL_VERSION:
      return { op: 'delete-all', name: cell.name, timestamp: 0n }
    case CellOperation.DELETE_ONE_VERSION: {
      const timestamp = expectDefined(cell.timestamp, 'a version to delete has its timestamp')
      return { op: 'delete-one', name: cell.name, timestamp }
    }
    default:
      return { op: 'put', name: cell.name, timestamp: cell.timestamp ?? stamp }
  }
}
