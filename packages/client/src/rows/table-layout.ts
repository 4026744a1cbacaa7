import { PlainBufferWriter, RowReader } from '@rowhouse/protocol'
import { clientLimits } from '../limits.js'
import type { ColumnType, KeyColumnType, TableSchema } from '../schema/define-table.js'

/** What all tables of a client share: memory and names to write and read rows with, and chance. */
export interface TableTools {
  readonly writer: PlainBufferWriter
  readonly reader: RowReader
  /** From 0 to 1. */
  readonly random: () => number
}

export const createTableTools = (random: () => number): TableTools => ({
  writer: new PlainBufferWriter(clientLimits.ROW_MEMORY_BYTES),
  reader: new RowReader(),
  random,
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
  readonly tools: TableTools
}

export function layoutOf<S extends TableSchema>(schema: S, tools: TableTools): TableLayout<S> {
  const key = Object.entries(schema.key).map(([name, type]) => ({ name, type }))
  const types = new Map<string, ColumnType>(Object.entries(schema.columns))
  for (const { name, type } of key) types.set(name, type === 'autoIncrement' ? 'integer' : type)
  const keyNames = new Set(key.map(({ name }) => name))
  return { schema, name: schema.name, key, types, isKey: (name) => keyNames.has(name), tools }
}
