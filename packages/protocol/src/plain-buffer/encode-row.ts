import { PlainBufferWriter } from './plain-buffer-writer.js'
import type { PlainBufferRow } from './row.js'

/** One row with its header, as requests carry it. */
export function encodeRow(row: PlainBufferRow): Buffer {
  const writer = new PlainBufferWriter()
  writer.header()
  writeRow(writer, row)
  return writer.view()
}

/** Rows behind one header, as replies carry them. */
export function encodeRows(rows: readonly PlainBufferRow[]): Buffer {
  const writer = new PlainBufferWriter()
  writer.header()
  for (const row of rows) writeRow(writer, row)
  return writer.view()
}

function writeRow(writer: PlainBufferWriter, row: PlainBufferRow): void {
  writer.beginRow()
  for (const cell of row.primaryKey) writer.primaryKeyCell(cell.name, valueOf(cell.value))
  for (const cell of row.cells) {
    writer.cell(cell.name, cell.value, cell.timestamp, cell.operation)
  }
  if (row.deleteMarker) writer.deleteMarker()
  writer.endRow()
}

function valueOf(value: Buffer | undefined): Buffer {
  if (value === undefined) throw new TypeError('a primary-key cell needs a value')
  return value
}
