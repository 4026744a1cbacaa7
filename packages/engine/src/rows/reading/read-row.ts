import {
  type PlainBufferCell,
  type PlainBufferRow,
  PlainBufferWriter,
  type Variant,
  errors,
} from '@rowhouse/protocol'
import type { Engine } from '../../engine.js'
import { encodeRowKey } from '../../keys/encode-key.js'
import { type AppendedRow, type RowReading, appendRow, appendStoredRow } from './append-row.js'
import { checkKeyCells, keyValues } from '../check-key.js'
import { loadRow } from '../stored/load-row.js'
import { RowKind, rowKind } from '../stored/row-codec.js'
import { scopeOfSelection } from './selection.js'

const NO_ROW = Buffer.alloc(0)
/** Above what the tags, lengths and timestamps of a small row add to its stored size. */
const REPLY_SLACK_BYTES = 512

/** The key of a row to read: nothing but key columns may stand in it. */
export const parseReadKey = (row: PlainBufferRow): readonly PlainBufferCell[] => {
  checkKeyCells(row.primaryKey, 'read')
  if (row.cells.length > 0)
    throw errors.parameterInvalid('Attribute column cannot be given while reading data.')
  if (row.deleteMarker) throw errors.parameterInvalid('Delete marker cannot be given.')
  return row.primaryKey
}

/** One row as a PlainBuffer, empty when it is missing or filtered out, and the bytes to charge. */
export const readRow = async (
  { store }: Engine,
  reading: RowReading,
  cells: readonly PlainBufferCell[],
): Promise<{ row: Buffer; bytes: number }> => {
  const values = keyValues(cells)
  const { key, partition } = encodeRowKey(values)
  const table = reading.table.description.id
  const { values: stored } = await store.read({ table, partition, keys: [key], pending: false })
  const value = stored[0]
  if (value === undefined) return { row: NO_ROW, bytes: 0 }
  const writer = new PlainBufferWriter(value.length * 2 + REPLY_SLACK_BYTES)
  writer.header()
  const appended =
    rowKind(value) === RowKind.WHOLE
      ? appendStoredRow(writer, reading, values, value)
      : await appendChunkedRow(store, writer, reading, values, { key, value })
  return { row: appended.found ? writer.view() : NO_ROW, bytes: appended.bytes }
}

const appendChunkedRow = async (
  store: Engine['store'],
  writer: PlainBufferWriter,
  reading: RowReading,
  values: readonly Variant[],
  { key, value }: { readonly key: Buffer; readonly value: Buffer },
): Promise<AppendedRow> => {
  const scope = scopeOfSelection(reading.selection, reading.table.description)
  const { row } = await loadRow(store, reading.table, key, value, scope, 0)
  return appendRow(writer, reading, values, row)
}
