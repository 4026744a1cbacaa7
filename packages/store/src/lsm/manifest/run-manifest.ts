import { crc32 } from 'node:zlib'
import type { KeySpan } from '../key-span.js'
import { ownCopy } from '../own-copy.js'
import { StoreDamagedError } from '../store-damaged-error.js'

/** What the table files of a store are; every flush and merge replaces it as a whole. */
export interface StoreManifest {
  /** Larger than the number of any file that the manifests named so far. */
  readonly nextFile: number
  /** The newest first. */
  readonly runs: readonly RunRecord[]
}

/** Tables that do not overlap, in the order of their keys. */
export interface RunRecord {
  /** Entries below this key are no longer of the run, though its first table may have some. */
  readonly from: Buffer
  readonly tables: readonly TableRecord[]
  /** Hide the entries of older runs, and none of this one; also those below `from`. */
  readonly rangeTombstones: readonly KeySpan[]
}

export interface TableRecord {
  /** The name of its file. */
  readonly number: number
  readonly bytes: number
  readonly entries: number
  readonly tombstones: number
  readonly firstKey: Buffer
  readonly lastKey: Buffer
}

export const bytesOfTables = (tables: readonly TableRecord[]): number =>
  tables.reduce((sum, { bytes }) => sum + bytes, 0)

/** Of a run that has all entries of its tables. */
export const FROM_FIRST = Buffer.alloc(0)

const MAGIC = Buffer.from('RHSTOMAN', 'latin1')
export const MANIFEST_VERSION = 2
/** Its runs have all entries of their tables. */
const VERSION_OF_WHOLE_RUNS = 1
const HEADER_BYTES = 20

/** Magic, version, length and CRC-32 of the body; byte by byte in docs/formats.md. */
export function encodeStoreManifest({ nextFile, runs }: StoreManifest): Buffer {
  const parts = [numbers(nextFile, runs.length)]
  for (const { from, tables, rangeTombstones } of runs) {
    parts.push(...sized(from), numbers(tables.length, rangeTombstones.length))
    for (const { number, bytes, entries, tombstones, firstKey, lastKey } of tables)
      parts.push(numbers(number, bytes, entries, tombstones), ...sized(firstKey), ...sized(lastKey))
    for (const { start, end } of rangeTombstones) parts.push(...sized(start), ...sized(end))
  }
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt32LE(MANIFEST_VERSION, 8)
  header.writeUInt32LE(body.length, 12)
  header.writeUInt32LE(crc32(body), 16)
  return Buffer.concat([header, body])
}

/** Throws StoreDamagedError. */
export function decodeStoreManifest(content: Buffer, path: string): StoreManifest {
  if (content.length < HEADER_BYTES || content.compare(MAGIC, 0, 8, 0, 8) !== 0)
    throw new StoreDamagedError(path, 'it is no manifest of a store')
  const version = content.readUInt32LE(8)
  if (version !== MANIFEST_VERSION && version !== VERSION_OF_WHOLE_RUNS)
    throw new StoreDamagedError(
      path,
      `its version is ${version}, this program reads up to ${MANIFEST_VERSION}`,
    )
  const body = content.subarray(HEADER_BYTES)
  if (content.readUInt32LE(12) !== body.length || content.readUInt32LE(16) !== crc32(body))
    throw new StoreDamagedError(path, 'the checksum of the manifest is wrong')
  return decodeBody(body, version)
}

/** A body with the right checksum is one that this code wrote. */
function decodeBody(body: Buffer, version: number): StoreManifest {
  let at = 0
  const next = (): number => {
    at += 8
    return body.readDoubleLE(at - 8)
  }
  const bytes = (): Buffer => {
    const length = next()
    at += length
    return ownCopy(body.subarray(at - length, at))
  }
  const table = (): TableRecord => {
    const [number, size, entries, tombstones] = [next(), next(), next(), next()]
    return { number, bytes: size, entries, tombstones, firstKey: bytes(), lastKey: bytes() }
  }
  const span = (): KeySpan => ({ start: bytes(), end: bytes() })
  const times = <Item>(count: number, read: () => Item): Item[] =>
    Array.from({ length: count }, read)
  const run = (): RunRecord => {
    const from = version === VERSION_OF_WHOLE_RUNS ? FROM_FIRST : bytes()
    const [tables, spans] = [next(), next()]
    return { from, tables: times(tables, table), rangeTombstones: times(spans, span) }
  }
  const [nextFile, runs] = [next(), next()]
  return { nextFile, runs: times(runs, run) }
}

/** Doubles hold every count and size exactly. */
function numbers(...values: readonly number[]): Buffer {
  const target = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) target.writeDoubleLE(value, 8 * index)
  return target
}

const sized = (bytes: Buffer): Buffer[] => [numbers(bytes.length), bytes]
