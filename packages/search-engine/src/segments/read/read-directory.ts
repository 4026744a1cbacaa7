import { crc32 } from 'node:zlib'
import {
  ALIGNMENT,
  FOOTER_BYTES,
  HEADER_BYTES,
  type SectionEntry,
  decodeDirectory,
  decodeFooter,
  problemOfHeader,
  versionOfHeader,
} from '../format/segment-frame.js'
import { SegmentDamagedError } from './segment-damaged-error.js'

/** Reads `length` bytes at `offset`; fewer only at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

/** Reads the directory of a file's sections, after verifying the file's whole frame. */
export const readDirectory = (
  file: string,
  bytes: number,
  read: ReadBytes,
): ReadonlyMap<string, SectionEntry> => {
  const damaged = (problem: string): SegmentDamagedError =>
    new SegmentDamagedError(file, '', problem)
  if (bytes < HEADER_BYTES + FOOTER_BYTES) throw damaged('is too short')
  const header = read(0, HEADER_BYTES)
  const problem = problemOfHeader(header)
  if (problem !== undefined) throw damaged(problem)
  const place = decodeFooter(read(bytes - FOOTER_BYTES, FOOTER_BYTES))
  if (place === undefined) throw damaged('has no footer: it was cut off, or damaged there')
  // The footer has a checksum and the header has none.
  if (place.version !== versionOfHeader(header)) throw damaged('has a damaged header')
  if (!liesWithin(place, bytes)) throw damaged('the directory lies outside of it')
  const directory = read(place.offset, place.length)
  if (directory.length !== place.length || crc32(directory) !== place.checksum)
    throw damaged('the directory does not have its checksum')
  const entries = decodeDirectory(directory, place.version)
  for (const entry of entries)
    if (!liesWithin(entry, bytes)) throw damaged(`section ${entry.name} lies outside of it`)
  return new Map(entries.map((entry) => [entry.name, entry]))
}

const liesWithin = (
  { offset, length }: { offset: number; length: number },
  bytes: number,
): boolean => offset % ALIGNMENT === 0 && offset >= HEADER_BYTES && offset + length <= bytes

/** Verifies all checksums of a section. */
export const checkSection = (file: string, entry: SectionEntry, bytes: Uint8Array): Uint8Array => {
  if (bytes.length !== entry.length)
    throw new SegmentDamagedError(file, entry.name, `has ${bytes.length} of ${entry.length} bytes`)
  for (let piece = 0; piece < entry.checksums.length; piece++) {
    const from = piece * entry.pieceBytes
    checkPiece(file, entry, piece, bytes.subarray(from, from + entry.pieceBytes))
  }
  return bytes
}

export const checkPiece = (
  file: string,
  { name, checksums }: SectionEntry,
  piece: number,
  bytes: Uint8Array,
): Uint8Array => {
  if (crc32(bytes) !== checksums[piece])
    throw new SegmentDamagedError(file, name, 'does not have its checksum')
  return bytes
}
