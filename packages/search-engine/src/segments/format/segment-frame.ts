import { crc32 } from 'node:zlib'

/** The frame around the sections of a segment's file. */
export const SEGMENT_VERSION = 4
/** From this version on each piece of a section has a checksum. */
const PIECES_VERSION = 3
/** Still readable: sections of this version have a single checksum each. */
export const OLDEST_SEGMENT_VERSION = 2
export const HEADER_BYTES = 16
export const FOOTER_BYTES = 32
/** Sections are aligned to it, so that typed arrays can view them in place. */
export const ALIGNMENT = 8
/** Each piece of this size has a checksum, so that a part of a large section can be read alone. */
export const PIECE_BYTES = 16_384

const HEADER_MAGIC = 'RHSEARCH'
const FOOTER_MAGIC = 'RHSEGEND'

export interface SectionEntry {
  readonly name: string
  readonly offset: number
  readonly length: number
  /** Of each piece but the last. */
  readonly pieceBytes: number
  /** Of the pieces, in order. */
  readonly checksums: Uint32Array
}

export interface DirectoryPlace {
  /** Of the format. */
  readonly version: number
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

/** What is wrong with a header; undefined if nothing is. */
export const problemOfHeader = (header: Uint8Array): string | undefined => {
  const bytes = bufferOf(header)
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 8) !== HEADER_MAGIC)
    return 'is not a segment'
  const version = bytes.readUInt32LE(8)
  if (version < OLDEST_SEGMENT_VERSION || version > SEGMENT_VERSION)
    return `has format version ${version}, known are ${OLDEST_SEGMENT_VERSION} to ${SEGMENT_VERSION}`
  return bytes.readUInt32LE(12) === 0 ? undefined : 'has a damaged header'
}

/** Of a header without a problem. */
export const versionOfHeader = (header: Uint8Array): number => bufferOf(header).readUInt32LE(8)

export const checksumsOf = (section: Uint8Array): Uint32Array => {
  const checksums = new Uint32Array(Math.ceil(section.length / PIECE_BYTES))
  for (let piece = 0; piece < checksums.length; piece++)
    checksums[piece] = crc32(section.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES))
  return checksums
}

export const encodeDirectory = (entries: readonly SectionEntry[]): Uint8Array => {
  const parts = [Buffer.alloc(4)]
  parts[0]?.writeUInt32LE(entries.length)
  for (const { name, offset, length, checksums } of entries) {
    const head = Buffer.alloc(18)
    const text = Buffer.from(name)
    head.writeDoubleLE(offset, 0)
    head.writeDoubleLE(length, 8)
    head.writeUInt16LE(text.length, 16)
    const sums = Buffer.alloc(4 * checksums.length)
    for (const [piece, checksum] of checksums.entries()) sums.writeUInt32LE(checksum, 4 * piece)
    parts.push(head, text, sums)
  }
  return Buffer.concat(parts)
}

/** Reads what `encodeDirectory` of a version wrote; the checksum was verified before. */
export const decodeDirectory = (directory: Uint8Array, version: number): SectionEntry[] => {
  const bytes = bufferOf(directory)
  const read = version >= PIECES_VERSION ? readEntry : readOldestEntry
  let at = 4
  return Array.from({ length: bytes.readUInt32LE(0) }, () => {
    const [entry, end] = read(bytes, at)
    at = end
    return entry
  })
}

type ReadEntry = (bytes: Buffer, at: number) => readonly [entry: SectionEntry, end: number]

const readEntry: ReadEntry = (bytes, at) => {
  const nameAt = at + 18
  const nameEnd = nameAt + bytes.readUInt16LE(at + 16)
  const length = bytes.readDoubleLE(at + 8)
  const checksums = new Uint32Array(Math.ceil(length / PIECE_BYTES))
  for (let piece = 0; piece < checksums.length; piece++)
    checksums[piece] = bytes.readUInt32LE(nameEnd + 4 * piece)
  const name = bytes.toString('utf8', nameAt, nameEnd)
  const offset = bytes.readDoubleLE(at)
  const entry = { name, offset, length, pieceBytes: PIECE_BYTES, checksums }
  return [entry, nameEnd + 4 * checksums.length]
}

/** One checksum of the whole section. */
const readOldestEntry: ReadEntry = (bytes, at) => {
  const nameEnd = at + 22 + bytes.readUInt16LE(at + 20)
  const length = bytes.readDoubleLE(at + 8)
  const entry = {
    name: bytes.toString('utf8', at + 22, nameEnd),
    offset: bytes.readDoubleLE(at),
    length,
    pieceBytes: length,
    checksums: Uint32Array.of(bytes.readUInt32LE(at + 16)),
  }
  return [entry, nameEnd]
}

export const encodeFooter = (place: Omit<DirectoryPlace, 'version'>): Uint8Array => {
  const { offset, length, checksum } = place
  const footer = Buffer.alloc(FOOTER_BYTES)
  footer.writeDoubleLE(offset, 0)
  footer.writeUInt32LE(length, 8)
  footer.writeUInt32LE(checksum, 12)
  footer.write(FOOTER_MAGIC, 16, 'latin1')
  footer.writeUInt32LE(SEGMENT_VERSION, 24)
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
    // The oldest has zeros there.
    version: bytes.readUInt32LE(24) || OLDEST_SEGMENT_VERSION,
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
