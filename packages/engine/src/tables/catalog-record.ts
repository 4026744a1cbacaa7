import { crc32 } from 'node:zlib'
import { JsonReader } from './json-reader.js'

/**
 * A value of the catalogue: a format version, the CRC-32 of the rest, and JSON text (docs/formats.md,
 * "Catalogue"). The catalogue is small and rarely read, so readability matters more than size.
 */
const FORMAT_VERSION = 1
const HEADER_BYTES = 5

export const encodeCatalogRecord = (content: object): Buffer => {
  const text = Buffer.from(JSON.stringify(content, inJson), 'utf8')
  const header = Buffer.allocUnsafe(HEADER_BYTES)
  header[0] = FORMAT_VERSION
  header.writeUInt32LE(crc32(text), 1)
  return Buffer.concat([header, text])
}

export const decodeCatalogRecord = (value: Buffer): JsonReader => {
  if (value[0] !== FORMAT_VERSION) {
    throw new Error(`catalogue record of unknown format version ${value[0] ?? 'none'}`)
  }
  const text = value.subarray(HEADER_BYTES)
  if (value.length < HEADER_BYTES || crc32(text) !== value.readUInt32LE(1)) {
    throw new Error('damaged catalogue: a record does not match its checksum')
  }
  const content: unknown = JSON.parse(text.toString('utf8'))
  return new JsonReader(content)
}

/**
 * A Buffer has become { type, data } by its `toJSON` before a replacer sees the value, so the Buffer
 * itself is taken from its holder.
 */
function inJson(this: unknown, name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (typeof this !== 'object' || this === null) return value
  const original: unknown = Reflect.get(this, name)
  return Buffer.isBuffer(original) ? original.toString('base64') : value
}
