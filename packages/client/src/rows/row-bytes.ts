import type { PlainBufferWriter } from '@rowhouse/protocol'
import type { TableTools } from './table-layout.js'

/** Begins one row of a request; it overwrites what a row that failed has left. */
export function beginRow({ writer }: TableTools): PlainBufferWriter {
  writer.reset()
  writer.header()
  writer.beginRow()
  return writer
}

/** Ends the row and returns its bytes. */
export function endRow(writer: PlainBufferWriter): Buffer {
  writer.endRow()
  return writer.take()
}
