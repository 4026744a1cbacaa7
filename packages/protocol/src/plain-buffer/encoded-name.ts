import { crc8 } from './crc8.js'
import { Tag } from './tags.js'

/**
 * The beginning of a cell: `03 04 len name 05`, and the checksum of the name. It is made once
 * where a name is used often (a table's name dictionary), so that writing a cell is two copies.
 */
export interface EncodedName {
  readonly prefix: Buffer
  readonly crc: number
}

export function encodeName(name: string): EncodedName {
  const length = Buffer.byteLength(name)
  const prefix = Buffer.allocUnsafe(length + 7)
  prefix[0] = Tag.CELL
  prefix[1] = Tag.CELL_NAME
  prefix.writeInt32LE(length, 2)
  prefix.write(name, 6)
  prefix[length + 6] = Tag.CELL_VALUE
  return { prefix, crc: crc8(0, prefix, 6, length + 6) }
}
