import {
  type EncodedName,
  NOT_PLAIN,
  type PlainRowScanner,
  TEXT_PAYLOAD,
  VariantType,
  limits,
} from '@rowhouse/protocol'
import { ROW_KEY_BYTES_MAX, writeColumn } from '../../keys/encode-key.js'
import { Space } from '../../keys/spaces.js'

export const KEY_VALUE_BYTES_MAX = TEXT_PAYLOAD + limits.PRIMARY_KEY_VALUE_BYTES_MAX
/** The bytes of an encoded name beside the name itself. */
const NAME_PREFIX_BYTES = 7

/** The stored key of one row after the other, read from the bytes of requests into the same memory. */
export class PlainKey {
  readonly bytes = Buffer.alloc(ROW_KEY_BYTES_MAX)
  end = 0
  /** The partition-key value lies from 1, behind the byte of the space, to here. */
  partitionEnd = 0
  readonly #value = Buffer.alloc(KEY_VALUE_BYTES_MAX)
  readonly #valueView = new DataView(this.#value.buffer, this.#value.byteOffset)

  /**
   * Reads the key of a row, and leaves the scanner at its first cell. Returns the bytes of names and values,
   * or NOT_PLAIN.
   */
  read(
    names: readonly EncodedName[],
    types: readonly number[],
    scanner: PlainRowScanner,
    row: Buffer,
  ): number {
    if (!scanner.begin(row)) return NOT_PLAIN
    this.bytes[0] = Space.ROWS
    let offset = 1
    let bytes = 0
    for (let index = 0; index < names.length; index++) {
      const name = names[index]
      if (name === undefined || !scanner.nameIs(name)) return NOT_PLAIN
      const length = scanner.value(name, this.#value, this.#valueView, 0, KEY_VALUE_BYTES_MAX)
      if (length === NOT_PLAIN || scanner.type !== types[index]) return NOT_PLAIN
      offset = writeColumn(this.#value, 0, length, this.bytes, offset)
      if (index === 0) this.partitionEnd = offset
      bytes += name.prefix.length - NAME_PREFIX_BYTES + dataBytes(scanner.type, length)
    }
    this.end = offset
    scanner.beginCells()
    return bytes
  }

  get partition(): Buffer {
    return this.bytes.subarray(1, this.partitionEnd)
  }

  get row(): Buffer {
    return this.bytes.subarray(0, this.end)
  }
}

/** The bytes that capacity units count for a value whose variant has `length` bytes. */
export const dataBytes = (type: number, length: number): number =>
  type === VariantType.STRING || type === VariantType.BLOB ? length - TEXT_PAYLOAD : length - 1
