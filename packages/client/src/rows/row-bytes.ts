import type { PlainBufferWriter } from '@rowhouse/protocol'
import type { TableTools } from './table-layout.js'

/** Begins one row of a request; what an error has left behind there is written over. */
export function beginRow({ writer }: TableTools): PlainBufferWriter {
  writer.reset()
  writer.header()
  writer.beginRow()
  return writer
}

/** Ends the row and answers its bytes. */
export function endRow(writer: PlainBufferWriter): Buffer {
  writer.endRow()
  return writer.take()
}
