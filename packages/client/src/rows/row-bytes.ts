import type { PlainBufferWriter } from '@rowhouse/protocol'
import type { TableTools } from './table-layout.js'

/** The bytes of one row of a request, over what a row that failed has left. */
export function rowBytes(
  { writer }: TableTools,
  writeRow: (writer: PlainBufferWriter) => void,
): Buffer {
  writer.reset()
  writer.header()
  writer.beginRow()
  writeRow(writer)
  writer.endRow()
  return writer.take()
}
