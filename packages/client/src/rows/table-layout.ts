import { PlainBufferWriter, RowReader } from '@rowhouse/protocol'
import { clientLimits } from '../limits.js'
import type { ColumnType, KeyColumnType, TableSchema } from '../schema/define-table.js'

/** What all tables of a client write and read their rows with: memory, and names of columns. */
export interface RowTools {
  readonly writer: PlainBufferWriter
  readonly reader: RowReader
}

export const createRowTools = (): RowTools => ({
  writer: new PlainBufferWriter(clientLimits.ROW_MEMORY_BYTES),
  reader: new RowReader(),
})

export interface KeyColumn {
  readonly name: string
  readonly type: KeyColumnType
}

/** A table's definition as rows are written and read by it. */
export interface TableLayout<S extends TableSchema = TableSchema> {
  readonly schema: S
  readonly name: string
  readonly key: readonly KeyColumn[]
  /** Of all columns that the definition names, those of the key among them. */
  readonly types: ReadonlyMap<string, ColumnType>
  readonly isKey: (name: string) => boolean
  readonly tools: RowTools
}

export function layoutOf<S extends TableSchema>(schema: S, tools: RowTools): TableLayout<S> {
  const key = Object.entries(schema.key).map(([name, type]) => ({ name, type }))
  const types = new Map<string, ColumnType>(Object.entries(schema.columns))
  for (const { name, type } of key) types.set(name, type === 'autoIncrement' ? 'integer' : type)
  const keyNames = new Set(key.map(({ name }) => name))
  return { schema, name: schema.name, key, types, isKey: (name) => keyNames.has(name), tools }
}
