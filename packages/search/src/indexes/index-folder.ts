import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Files } from '@rowhouse/engine'
import type { SegmentFormat } from './segment-format.js'
import { IndexDamagedError } from './index-errors.js'
import {
  type CommittedSegment,
  type IndexManifest,
  MANIFEST_NAME,
  decodeIndexManifest,
  encodeIndexManifest,
} from './index-manifest.js'
import type { LiveSegment } from './live-segment.js'

const NEW_MANIFEST_NAME = 'manifest.new'
const WRITE_BYTES = 4 * 1_048_576

export interface LoadedIndex {
  readonly manifest: IndexManifest
  readonly segments: readonly LiveSegment[]
}

/**
 * The files of one index: `manifest`, `ID.segment` and `ID-NUMBER.deletes`. Files get there before
 * the manifest that names them, and go after the first one that does not.
 */
export class IndexFolder {
  readonly #files: Files
  readonly #directory: string

  constructor(files: Files, directory: string) {
    this.#files = files
    this.#directory = directory
  }

  segmentPath(id: number): string {
    return join(this.#directory, `${id}.segment`)
  }

  /** An empty index when there is no manifest. Throws IndexDamagedError. */
  async load(format: SegmentFormat): Promise<LoadedIndex> {
    await this.#files.makeDirectory(this.#directory)
    // A killed process may have left a rename behind that a power cut would still undo.
    await this.#files.syncDirectory(this.#directory)
    const names = await this.#files.list(this.#directory)
    const path = join(this.#directory, MANIFEST_NAME)
    const manifest: IndexManifest = names.includes(MANIFEST_NAME)
      ? decodeIndexManifest(await this.#read(path), path)
      : { position: 0, nextSegment: 1, segments: [], misfits: new Map(), note: Buffer.alloc(0) }
    await this.#removeOthers(names, manifest.segments)
    const segments: LiveSegment[] = []
    for (const committed of manifest.segments) segments.push(await this.#open(format, committed))
    return { manifest, segments }
  }

  /** Answers the number of the file of deletes of each segment that is safe now. */
  async save(
    segments: readonly LiveSegment[],
    facts: Omit<IndexManifest, 'segments'>,
  ): Promise<ReadonlyMap<number, number>> {
    const saved = new Map<number, number>()
    const committed: CommittedSegment[] = []
    for (const segment of segments) {
      const { id, bytes, rows } = segment.segment
      if (segment.unsaved !== undefined) await this.#write(this.segmentPath(id), segment.unsaved)
      const deletes = segment.hasUnsavedDeletes ? segment.deletes + 1 : segment.deletes
      if (segment.hasUnsavedDeletes && segment.live !== undefined) {
        await this.#write(this.#deletesPath(id, deletes), sealed(segment.live))
      }
      saved.set(id, deletes)
      committed.push({ id, bytes, documents: rows.documents, deletes })
    }
    await this.#files.syncDirectory(this.#directory)
    const next = join(this.#directory, NEW_MANIFEST_NAME)
    await this.#write(next, encodeIndexManifest({ ...facts, segments: committed }))
    await this.#files.rename(next, join(this.#directory, MANIFEST_NAME))
    await this.#files.syncDirectory(this.#directory)
    await this.#removeOthers(await this.#files.list(this.#directory), committed)
    return saved
  }

  /** Removes every file; the folder itself stays behind, empty. */
  async clear(): Promise<void> {
    for (const name of await this.#files.list(this.#directory)) {
      await this.#files.remove(join(this.#directory, name))
    }
    await this.#files.syncDirectory(this.#directory)
  }

  async #open(format: SegmentFormat, committed: CommittedSegment): Promise<LiveSegment> {
    const path = this.segmentPath(committed.id)
    const bytes = await this.#read(path)
    if (bytes.length !== committed.bytes) {
      throw new IndexDamagedError(path, `it has ${bytes.length} bytes, not ${committed.bytes}`)
    }
    const segment = format.open(committed.id, bytes, path)
    const { documents, deletes } = committed
    const live = deletes === 0 ? undefined : await this.#readLive(committed)
    return {
      segment,
      live,
      liveCount: live === undefined ? documents : countBits(live),
      unsaved: undefined,
      deletes,
      hasUnsavedDeletes: false,
    }
  }

  async #readLive({ id, documents, deletes }: CommittedSegment): Promise<Uint32Array> {
    const path = this.#deletesPath(id, deletes)
    const content = await this.#read(path)
    const words = Math.ceil(documents / 32)
    const isWhole = content.length === 4 + 4 * words
    if (!isWhole || crc32(content.subarray(4)) !== content.readUInt32LE(0)) {
      throw new IndexDamagedError(path, 'the checksum of the deletes is wrong')
    }
    const live = new Uint32Array(new SharedArrayBuffer(4 * words))
    for (let word = 0; word < words; word++) live[word] = content.readUInt32LE(4 + 4 * word)
    return live
  }

  #deletesPath(id: number, deletes: number): string {
    return join(this.#directory, `${id}-${deletes}.deletes`)
  }

  /** Into memory that threads can share. */
  async #read(path: string): Promise<Buffer> {
    const file = await this.#files.open(path, 'read')
    try {
      const size = await file.size()
      const target = Buffer.from(new SharedArrayBuffer(size))
      for (let at = 0; at < size; at += WRITE_BYTES) {
        const part = await file.read(at, Math.min(WRITE_BYTES, size - at))
        part.copy(target, at)
      }
      return target
    } catch (error) {
      throw new IndexDamagedError(path, error instanceof Error ? error.message : String(error))
    } finally {
      await file.close()
    }
  }

  async #write(path: string, content: Uint8Array): Promise<void> {
    await this.#removeIfThere(path)
    const file = await this.#files.open(path, 'create')
    try {
      for (let at = 0; at < content.length; at += WRITE_BYTES) {
        const part = content.subarray(at, at + WRITE_BYTES)
        await file.write(Buffer.from(part.buffer, part.byteOffset, part.length), at)
      }
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  async #removeOthers(
    names: readonly string[],
    committed: readonly CommittedSegment[],
  ): Promise<void> {
    const wanted = new Set([MANIFEST_NAME])
    for (const { id, deletes } of committed) {
      wanted.add(`${id}.segment`)
      if (deletes > 0) wanted.add(`${id}-${deletes}.deletes`)
    }
    for (const name of names) {
      if (!wanted.has(name)) await this.#files.remove(join(this.#directory, name))
    }
  }

  async #removeIfThere(path: string): Promise<void> {
    try {
      await this.#files.remove(path)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
}

function sealed(live: Uint32Array): Uint8Array {
  const content = Buffer.alloc(4 + 4 * live.length)
  for (const [word, bits] of live.entries()) content.writeUInt32LE(bits, 4 + 4 * word)
  content.writeUInt32LE(crc32(content.subarray(4)), 0)
  return content
}

function countBits(words: Uint32Array): number {
  let count = 0
  for (let word of words) {
    for (; word !== 0; word &= word - 1) count += 1
  }
  return count
}
