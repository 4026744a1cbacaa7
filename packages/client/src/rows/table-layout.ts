import { type EncodedName, PlainBufferWriter, RowReader, encodeName } from '@rowhouse/protocol'
import type { RowRetries } from '../calls/resend-rows.js'
import { Turns } from '../calls/turns.js'
import { clientLimits } from '../limits.js'
import type { ColumnType, KeyColumnType, TableSchema } from '../schema/define-table.js'
import { BatchBodies } from './batch-bodies.js'
import { ColumnOrder } from './column-order.js'

/** What all tables of a client share: buffers and caches for rows, turns, and randomness. */
export interface TableTools {
  readonly writer: PlainBufferWriter
  readonly bodies: BatchBodies
  readonly reader: RowReader
  /** For large batches. */
  readonly turns: Turns
  readonly retries: RowRetries
}

export const createTableTools = (retries: RowRetries): TableTools => ({
  writer: new PlainBufferWriter(clientLimits.ROW_MEMORY_BYTES),
  bodies: new BatchBodies(),
  reader: new RowReader(),
  turns: new Turns(),
  retries,
})

export interface KeyColumn {
  readonly name: string
  readonly type: KeyColumnType
  readonly encoded: EncodedName
}

/** A column that the definition names. */
export interface KnownColumn {
  readonly type: ColumnType
  readonly isKey: boolean
  readonly encoded: EncodedName
}

/** A table's definition in the form for writing and reading rows. */
export interface TableLayout<S extends TableSchema = TableSchema> {
  readonly schema: S
  readonly name: string
  readonly key: readonly KeyColumn[]
  /** All columns of the definition, those of the key included. */
  readonly columns: ReadonlyMap<string, KnownColumn>
  /** Finds them in rows that are put. */
  readonly order: ColumnOrder
  readonly tools: TableTools
}

export function layoutOf<S extends TableSchema>(schema: S, tools: TableTools): TableLayout<S> {
  const columns = new Map<string, KnownColumn>()
  for (const [name, type] of Object.entries<ColumnType>(schema.columns)) {
    columns.set(name, { type, isKey: false, encoded: encodeName(name) })
  }
  const key = Object.entries(schema.key).map(([name, type]) => {
    const encoded = encodeName(name)
    columns.set(name, { type: type === 'autoIncrement' ? 'integer' : type, isKey: true, encoded })
    return { name, type, encoded }
  })
  return { schema, name: schema.name, key, columns, order: new ColumnOrder(columns), tools }
}
