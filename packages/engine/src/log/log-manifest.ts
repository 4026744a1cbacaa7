import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Files, hasCode } from '@rowhouse/platform'
import { LogDamagedError, LogVersionError } from './log-errors.js'
import { POSITION_BYTES, readPosition, writePosition } from './position.js'

/** The log's metadata beside its segments; docs/formats.md shows it byte by byte. */
export interface LogManifest {
  /** Where the first segment that is still needed begins. */
  readonly start: number
  /** Everything before this position is durable in the store. */
  readonly checkpoint: number
  /** The log was seen to reach at least here: if it ends before, records were lost. */
  readonly knownEnd: number
  readonly cursors: ReadonlyMap<string, number>
}

export const MANIFEST_NAME = 'manifest'
export const NEW_MANIFEST_NAME = 'manifest.new'
const MAGIC = Buffer.from('RHLOGMAN', 'latin1')
const VERSION = 1
const HEADER_BYTES = 20
const FIXED_BYTES = 3 * POSITION_BYTES + 4

/** Undefined when there is none. */
export async function loadManifest(
  files: Files,
  directory: string,
): Promise<LogManifest | undefined> {
  const names = await files.list(directory)
  if (!names.includes(MANIFEST_NAME)) return undefined
  const path = join(directory, MANIFEST_NAME)
  const file = await files.open(path, 'read')
  try {
    return decodeManifest(await file.read(0, await file.size()), path)
  } finally {
    await file.close()
  }
}

/** Replaces the manifest; the old one stays until the new one is durable. */
export async function storeManifest(
  files: Files,
  directory: string,
  manifest: LogManifest,
): Promise<void> {
  const path = join(directory, NEW_MANIFEST_NAME)
  await removeIfThere(files, path)
  const file = await files.open(path, 'create')
  try {
    await file.write(encodeManifest(manifest), 0)
    await file.datasync()
  } finally {
    await file.close()
  }
  await files.rename(path, join(directory, MANIFEST_NAME))
  await files.syncDirectory(directory)
}

export function encodeManifest(manifest: LogManifest): Buffer {
  const cursors = Array.from(manifest.cursors, ([name, position]) => ({
    name: Buffer.from(name, 'utf8'),
    position,
  }))
  const bytes = cursors.reduce(
    (sum, { name }) => sum + 2 + name.length + POSITION_BYTES,
    FIXED_BYTES,
  )
  const content = Buffer.alloc(HEADER_BYTES + bytes)
  MAGIC.copy(content, 0)
  content.writeUInt32LE(VERSION, 8)
  content.writeUInt32LE(bytes, 12)
  const body = content.subarray(HEADER_BYTES)
  writePosition(body, manifest.start, 0)
  writePosition(body, manifest.checkpoint, 8)
  writePosition(body, manifest.knownEnd, 16)
  body.writeUInt32LE(cursors.length, 24)
  let at = FIXED_BYTES
  for (const { name, position } of cursors) {
    body.writeUInt16LE(name.length, at)
    name.copy(body, at + 2)
    writePosition(body, position, at + 2 + name.length)
    at += 2 + name.length + POSITION_BYTES
  }
  content.writeUInt32LE(crc32(body), 16)
  return content
}

export function decodeManifest(content: Buffer, path: string): LogManifest {
  if (content.length < HEADER_BYTES || content.compare(MAGIC, 0, 8, 0, 8) !== 0) {
    throw new LogDamagedError(path, 0, 'no manifest header')
  }
  const version = content.readUInt32LE(8)
  if (version > VERSION) throw new LogVersionError(path, version, VERSION)
  const body = content.subarray(HEADER_BYTES)
  if (content.readUInt32LE(12) !== body.length || body.length < FIXED_BYTES) {
    throw new LogDamagedError(path, 12, 'the manifest is not as long as it says')
  }
  if (crc32(body) !== content.readUInt32LE(16)) {
    throw new LogDamagedError(path, 16, 'the checksum of the manifest is wrong')
  }
  return {
    start: readPosition(body, 0),
    checkpoint: readPosition(body, 8),
    knownEnd: readPosition(body, 16),
    cursors: decodeCursors(body),
  }
}

function decodeCursors(body: Buffer): Map<string, number> {
  const cursors = new Map<string, number>()
  let at = FIXED_BYTES
  for (let left = body.readUInt32LE(24); left > 0; left--) {
    const end = at + 2 + body.readUInt16LE(at)
    cursors.set(body.toString('utf8', at + 2, end), readPosition(body, end))
    at = end + POSITION_BYTES
  }
  return cursors
}

async function removeIfThere(files: Files, path: string): Promise<void> {
  try {
    await files.remove(path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}
