import { PlainBufferWriter, type Variant } from '@rowhouse/protocol'
import { ROW_KEY_BYTES_MAX, writeColumn } from '../../keys/encode-key.js'
import { Space } from '../../keys/spaces.js'
import { engineLimits } from '../../limits.js'

/** Memory that all reads of one row share. The next read overwrites `key`. */
export interface RowScratch {
  readonly writer: PlainBufferWriter
  readonly key: Buffer
}

export const createRowScratch = (): RowScratch => ({
  writer: new PlainBufferWriter(engineLimits.ROW_SCRATCH_BYTES),
  key: Buffer.allocUnsafeSlow(ROW_KEY_BYTES_MAX),
})

/** The stored key of a row, written into the scratch memory. */
export const scratchKey = ({ key }: RowScratch, columns: readonly Variant[]): Buffer => {
  key[0] = Space.ROWS
  let offset = 1
  for (const column of columns) offset = writeColumn(column, 0, column.length, key, offset)
  return key.subarray(0, offset)
}
