import { crc8, crc8Byte } from '@rowhouse/protocol'

const HEADER = 0x75
const CELL = 0x03
export const RowTag = { PRIMARY_KEY: 0x01, DATA: 0x02 } as const
export const CellTag = { NAME: 0x04, VALUE: 0x05, OPERATION: 0x06, TIMESTAMP: 0x07 } as const
const DELETE_MARKER = 0x08
const ROW_CHECKSUM = 0x09
const CELL_CHECKSUM = 0x0a

/** One tagged part of a cell; `length` is written before a name or a value. */
export interface CellPart {
  tag: number
  bytes: Buffer
  length: number | undefined
}

export interface LooseCell {
  parts: CellPart[]
  /** Is added to the right checksum. */
  checksumError: number
}

export interface LooseSection {
  tag: number
  cells: LooseCell[]
}

/**
 * A PlainBuffer row whose parts may be wrong and in any order. Its checksums are right, so that the
 * server looks further than at them.
 */
export interface LooseRow {
  header: number
  sections: LooseSection[]
  /** The number of deletion markers. */
  markers: number
  checksumError: number
  tail: Buffer
}

export const isPlainBuffer = (bytes: Buffer): boolean =>
  bytes.length > 4 && bytes.readInt32LE(0) === HEADER

/** Parses a well-formed row into its parts. */
export function parseLooseRow(bytes: Buffer): LooseRow | undefined {
  const sections: LooseSection[] = []
  let at = 4
  while (bytes[at] === RowTag.PRIMARY_KEY || bytes[at] === RowTag.DATA) {
    const section: LooseSection = { tag: bytes[at] ?? 0, cells: [] }
    sections.push(section)
    at += 1
    while (bytes[at] === CELL) {
      const cell = parseCell(bytes, at + 1)
      if (cell === undefined) return undefined
      section.cells.push({ parts: cell.parts, checksumError: 0 })
      at = cell.end
    }
  }
  const markers = bytes[at] === DELETE_MARKER ? 1 : 0
  if (bytes[at + markers] !== ROW_CHECKSUM) return undefined
  const tail = bytes.subarray(at + markers + 2)
  return { header: HEADER, sections, markers, checksumError: 0, tail }
}

function parseCell(bytes: Buffer, start: number): { parts: CellPart[]; end: number } | undefined {
  const parts: CellPart[] = []
  let at = start
  while (at + 1 < bytes.length) {
    const tag = bytes[at] ?? 0
    if (tag === CELL_CHECKSUM) return { parts, end: at + 2 }
    let from = at + 1
    let length: number | undefined
    let size = tag === CellTag.OPERATION ? 1 : 8
    if (tag === CellTag.NAME || tag === CellTag.VALUE) {
      if (from + 4 > bytes.length) return undefined
      length = bytes.readInt32LE(from)
      from += 4
      size = length
    }
    if (size < 0 || from + size > bytes.length) return undefined
    parts.push({ tag, bytes: bytes.subarray(from, from + size), length })
    at = from + size
  }
  return undefined
}

export function encodeLooseRow(row: LooseRow): Buffer {
  const chunks: Buffer[] = []
  const header = Buffer.allocUnsafe(4)
  header.writeInt32LE(row.header | 0)
  chunks.push(header)
  let rowSum = 0
  for (const section of row.sections) {
    chunks.push(Buffer.of(section.tag))
    for (const cell of section.cells) {
      const sum = (cellChecksum(cell) + cell.checksumError) & 0xff
      rowSum = crc8Byte(rowSum, sum)
      chunks.push(Buffer.of(CELL))
      for (const part of cell.parts) appendPart(chunks, part)
      chunks.push(Buffer.of(CELL_CHECKSUM, sum))
    }
  }
  for (let marker = 0; marker < row.markers; marker++) chunks.push(Buffer.of(DELETE_MARKER))
  rowSum = crc8Byte(rowSum, row.markers > 0 ? 1 : 0)
  chunks.push(Buffer.of(ROW_CHECKSUM, (rowSum + row.checksumError) & 0xff), row.tail)
  return Buffer.concat(chunks)
}

function appendPart(chunks: Buffer[], part: CellPart): void {
  chunks.push(Buffer.of(part.tag))
  if (part.length !== undefined) {
    const length = Buffer.allocUnsafe(4)
    length.writeInt32LE(part.length | 0)
    chunks.push(length)
  }
  chunks.push(part.bytes)
}

/** The checksum of the SDKs' writers: over name, value and timestamp, and last the operation. */
function cellChecksum(cell: LooseCell): number {
  let sum = 0
  let operation: number | undefined
  for (const part of cell.parts) {
    if (part.tag === CellTag.OPERATION) operation = part.bytes[0] ?? 0
    else sum = crc8(sum, part.bytes, 0, part.bytes.length)
  }
  return operation === undefined ? sum : crc8Byte(sum, operation)
}
