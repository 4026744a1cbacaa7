import { crc32 } from 'node:zlib'

/** What stands around the sections of a segment's file. */
export const SEGMENT_VERSION = 2
export const HEADER_BYTES = 16
export const FOOTER_BYTES = 32
/** Sections begin at multiples of it, so that a typed array can look at them where they are. */
export const ALIGNMENT = 8

const HEADER_MAGIC = 'RHSEARCH'
const FOOTER_MAGIC = 'RHSEGEND'

export interface SectionEntry {
  readonly name: string
  readonly offset: number
  readonly length: number
  readonly checksum: number
}

export interface DirectoryPlace {
  readonly offset: number
  readonly length: number
  readonly checksum: number
}

export const encodeHeader = (): Uint8Array => {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(HEADER_MAGIC, 0, 'latin1')
  header.writeUInt32LE(SEGMENT_VERSION, 8)
  return header
}

/** What is wrong with a header, if anything. */
export const problemOfHeader = (header: Uint8Array): string | undefined => {
  const bytes = bufferOf(header)
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== HEADER_MAGIC)
    return 'is not a segment'
  const version = bytes.readUInt32LE(8)
  if (version !== SEGMENT_VERSION)
    return `has format version ${version}, known is ${SEGMENT_VERSION}`
  return bytes.readUInt32LE(12) === 0 ? undefined : 'has a damaged header'
}

export const encodeDirectory = (entries: readonly SectionEntry[]): Uint8Array => {
  const parts = [Buffer.alloc(4)]
  parts[0]?.writeUInt32LE(entries.length)
  for (const { name, offset, length, checksum } of entries) {
    const head = Buffer.alloc(22)
    const text = Buffer.from(name)
    head.writeDoubleLE(offset, 0)
    head.writeDoubleLE(length, 8)
    head.writeUInt32LE(checksum, 16)
    head.writeUInt16LE(text.length, 20)
    parts.push(head, text)
  }
  return Buffer.concat(parts)
}

/** Reads what `encodeDirectory` wrote; the checksum was compared before. */
export const decodeDirectory = (directory: Uint8Array): SectionEntry[] => {
  const bytes = bufferOf(directory)
  let at = 4
  return Array.from({ length: bytes.readUInt32LE(0) }, () => {
    const nameEnd = at + 22 + bytes.readUInt16LE(at + 20)
    const entry = {
      offset: bytes.readDoubleLE(at),
      length: bytes.readDoubleLE(at + 8),
      checksum: bytes.readUInt32LE(at + 16),
      name: bytes.toString('utf8', at + 22, nameEnd),
    }
    at = nameEnd
    return entry
  })
}

export const encodeFooter = ({ offset, length, checksum }: DirectoryPlace): Uint8Array => {
  const footer = Buffer.alloc(FOOTER_BYTES)
  footer.writeDoubleLE(offset, 0)
  footer.writeUInt32LE(length, 8)
  footer.writeUInt32LE(checksum, 12)
  footer.write(FOOTER_MAGIC, 16, 'latin1')
  footer.writeUInt32LE(crc32(footer.subarray(0, 28)), 28)
  return footer
}

/** Undefined when the file does not end as a segment does. */
export const decodeFooter = (footer: Uint8Array): DirectoryPlace | undefined => {
  const bytes = bufferOf(footer)
  if (bytes.toString('latin1', 16, 24) !== FOOTER_MAGIC) return undefined
  if (crc32(bytes.subarray(0, 28)) !== bytes.readUInt32LE(28)) return undefined
  return {
    offset: bytes.readDoubleLE(0),
    length: bytes.readUInt32LE(8),
    checksum: bytes.readUInt32LE(12),
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
