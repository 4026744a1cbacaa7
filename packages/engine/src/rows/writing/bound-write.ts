import type { PlainBufferCell, ReturnContent, RowExistence } from '@rowhouse/protocol'
import type { RowPredicate } from '../../conditions/compile-filter.js'
import type { RowKey } from '../../keys/encode-key.js'
import type { Table } from '../../tables/table-description.js'

/** A write that has passed the checks that need no table. */
export interface RowWrite {
  readonly kind: 'PUT' | 'UPDATE' | 'DELETE'
  readonly primaryKey: readonly PlainBufferCell[]
  /** Undefined while a key column is still to be generated. */
  readonly rowKey: RowKey | undefined
  readonly cells: readonly PlainBufferCell[]
  readonly rowExistence: RowExistence
  readonly columnCondition: ColumnCondition | undefined
  readonly returnContent: ReturnContent | undefined
  /** Bytes that count against the limit of a write request. */
  readonly dataBytes: number
}

export interface ColumnCondition {
  readonly holds: RowPredicate
  readonly columns: ReadonlySet<string>
}

/** A write that has passed the checks against its table. */
export interface BoundWrite extends RowWrite {
  readonly table: Table
  /** The position of the key column that the engine has to fill in, when there is one. */
  readonly generatedColumn: number | undefined
}
