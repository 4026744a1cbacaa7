import { type PlainBufferWriter, type Variant, VariantType } from '@rowhouse/protocol'
import { valueBytes } from '../../capacity/capacity-units.js'
import { decodeInteger, decodeRowKey } from '../../keys/decode-key.js'
import { KeyTag } from '../../keys/encode-key.js'
import type { Table } from '../../tables/table-description.js'

/** The key of a row: its columns, or its stored form with the space byte first. */
export type KeyForm = readonly Variant[] | Buffer

/** The bytes of an encoded name beside the name itself. */
const NAME_FRAME_BYTES = 7
const TERMINATOR = 0x01

export const keyColumns = ({ description }: Table, key: KeyForm): readonly Variant[] =>
  key instanceof Uint8Array ? decodeRowKey(key, description.primaryKey.length).columns : key

/** Begins a row of the reply with its key, and returns the bytes that the key is charged for. */
export const appendKey = (writer: PlainBufferWriter, table: Table, key: KeyForm): number => {
  const start = writer.size
  writer.beginRow()
  if (!(key instanceof Uint8Array)) return appendColumns(writer, table, key)
  const bytes = appendEncodedKey(writer, table, key)
  if (bytes !== undefined) return bytes
  writer.cut(start)
  writer.beginRow()
  return appendColumns(writer, table, keyColumns(table, key))
}

const appendColumns = (
  writer: PlainBufferWriter,
  { keyNames }: Table,
  key: readonly Variant[],
): number => {
  let bytes = 0
  for (let index = 0; index < keyNames.length; index++) {
    const name = keyNames[index]
    const value = key[index]
    if (name === undefined || value === undefined) continue
    writer.primaryKeyCell(name, value)
    bytes += name.prefix.length - NAME_FRAME_BYTES + valueBytes(value)
  }
  return bytes
}

/** Copies the stored key; undefined when a column holds a zero byte, which is escaped in stored keys. */
const appendEncodedKey = (
  writer: PlainBufferWriter,
  { keyNames }: Table,
  key: Buffer,
): number | undefined => {
  let bytes = 0
  let offset = 1
  for (const name of keyNames) {
    const tag = key[offset]
    if (tag === KeyTag.INTEGER) {
      writer.primaryKeyCell(name, decodeInteger(key, offset + 1))
      bytes += name.prefix.length - NAME_FRAME_BYTES + 8
      offset += 9
      continue
    }
    const end = zeroAt(key, offset + 1)
    if (key[end + 1] !== TERMINATOR) return undefined
    const type = tag === KeyTag.STRING ? VariantType.STRING : VariantType.BLOB
    writer.primaryKeyText(name, type, key, offset + 1, end)
    bytes += name.prefix.length - NAME_FRAME_BYTES + end - offset - 1
    offset = end + 2
  }
  return bytes
}

const zeroAt = (key: Buffer, start: number): number => {
  let at = start
  while (at < key.length && key[at] !== 0) at++
  return at
}
