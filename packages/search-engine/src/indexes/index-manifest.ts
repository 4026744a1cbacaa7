import { crc32 } from 'node:zlib'
import { IndexDamagedError } from './index-errors.js'

/** The state of an index beside its segment files; every commit replaces it as a whole. */
export interface IndexManifest {
  /** The segments cover the feed up to this position. */
  readonly position: number
  /** Larger than the id of any segment that ever was. */
  readonly nextSegment: number
  readonly segments: readonly CommittedSegment[]
  /** The feeder's own note, such as the progress of a build over the table. */
  readonly note: Buffer
}

export interface CommittedSegment {
  readonly id: number
  readonly bytes: number
  readonly documents: number
  /** The number of its file of deletes; 0 when nothing is deleted. */
  readonly deletes: number
}

export const MANIFEST_NAME = 'manifest'
const MAGIC = Buffer.from('RHIDXMAN', 'latin1')
const VERSION = 2
const HEADER_BYTES = 20

/** Magic, version, length and CRC-32 of the body; byte by byte in docs/formats.md. */
export function encodeIndexManifest(manifest: IndexManifest): Buffer {
  const { position, nextSegment, segments, note } = manifest
  const parts = [numbers(position, nextSegment, segments.length, note.length)]
  for (const { id, bytes, documents, deletes } of segments) {
    parts.push(numbers(id, bytes, documents, deletes))
  }
  parts.push(note)
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER_BYTES)
  MAGIC.copy(header)
  header.writeUInt32LE(VERSION, 8)
  header.writeUInt32LE(body.length, 12)
  header.writeUInt32LE(crc32(body), 16)
  return Buffer.concat([header, body])
}

/** Throws IndexDamagedError. */
export function decodeIndexManifest(content: Buffer, path: string): IndexManifest {
  if (content.length < HEADER_BYTES || content.compare(MAGIC, 0, 8, 0, 8) !== 0) {
    throw new IndexDamagedError(path, 'no manifest header')
  }
  const version = content.readUInt32LE(8)
  if (version !== VERSION) {
    throw new IndexDamagedError(path, `its version is ${version}, this program reads ${VERSION}`)
  }
  const body = content.subarray(HEADER_BYTES)
  if (content.readUInt32LE(12) !== body.length || content.readUInt32LE(16) !== crc32(body)) {
    throw new IndexDamagedError(path, 'the checksum of the manifest is wrong')
  }
  return decodeBody(body)
}

/** A body with the right checksum is one that this code wrote. */
function decodeBody(body: Buffer): IndexManifest {
  let at = 0
  const next = (): number => {
    at += 8
    return body.readDoubleLE(at - 8)
  }
  const bytes = (length: number): Buffer => {
    at += length
    return body.subarray(at - length, at)
  }
  const [position, nextSegment] = [next(), next()]
  const [segmentCount, noteLength] = [next(), next()]
  const segments: CommittedSegment[] = []
  for (let left = segmentCount; left > 0; left--) {
    segments.push({ id: next(), bytes: next(), documents: next(), deletes: next() })
  }
  return { position, nextSegment, segments, note: Buffer.from(bytes(noteLength)) }
}

/** Doubles hold every count and position exactly. */
function numbers(...values: readonly number[]): Buffer {
  const target = Buffer.alloc(8 * values.length)
  for (const [index, value] of values.entries()) target.writeDoubleLE(value, 8 * index)
  return target
}
