import { expectDefined } from '@rowhouse/platform'
import { CellOperation, type PlainBufferCell } from '@rowhouse/protocol'
import type { RowChange, RowChangeOperation } from '../../log/change-record.js'
import type { RowWrite } from './bound-write.js'

/** What consumers of the change feed are told: the cells that an update touched, values left out. */
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
