import { join } from 'node:path'
import type { Files } from '@rowhouse/platform'
import { IndexDamagedError } from './index-errors.js'
import {
  type CommittedSegment,
  type IndexManifest,
  MANIFEST_NAME,
  decodeIndexManifest,
  encodeIndexManifest,
} from './index-manifest.js'
import type { LiveSegment } from './live-segment.js'
import { decodeLiveBits, countLive, encodeLiveBits } from './live-bits.js'
import { SegmentFile } from './segment-file.js'
import type { SegmentFormat } from './segment-format.js'

const NEW_MANIFEST_NAME = 'manifest.new'
const WRITE_BYTES = 4 * 1_048_576

export interface LoadedIndex {
  readonly manifest: IndexManifest
  readonly segments: readonly LiveSegment[]
}

/**
 * The files of one index: `manifest`, `ID.segment` and `ID-NUMBER.deletes`. Files are written
 * before the manifest that names them, and deleted after the first one that does not.
 */
export class IndexFolder {
  /**
   * Whether threads can read segments from their files by path, synchronously; else they are in
   * memory.
   */
  readonly isOnDisk: boolean
  readonly #files: Files
  readonly directory: string

  constructor(files: Files, directory: string, isOnDisk: boolean) {
    this.#files = files
    this.directory = directory
    this.isOnDisk = isOnDisk
  }

  /** The prefix of its segments' paths. */
  get segmentsPrefix(): string {
    return join(this.directory, '/')
  }

  segmentPath(id: number): string {
    return join(this.directory, `${id}.segment`)
  }

  /** An empty index when there is no manifest. Throws IndexDamagedError and SegmentDamagedError. */
  async load(format: SegmentFormat): Promise<LoadedIndex> {
    await this.#files.makeDirectory(this.directory)
    // A killed process may have left a rename behind that a power cut would still undo.
    await this.#files.syncDirectory(this.directory)
    const names = await this.#files.list(this.directory)
    const path = join(this.directory, MANIFEST_NAME)
    const manifest: IndexManifest = names.includes(MANIFEST_NAME)
      ? decodeIndexManifest(Buffer.from(await this.#read(path)), path)
      : { position: 0, nextSegment: 1, segments: [], note: Buffer.alloc(0) }
    await this.#removeOthers(names, manifest.segments, () => false)
    const segments: LiveSegment[] = []
    for (const committed of manifest.segments) segments.push(await this.#open(format, committed))
    return { manifest, segments }
  }

  /**
   * Answers the number of each segment's durable file of deletes. Files of segments that the
   * manifest does not name stay while somebody needs them.
   */
  async save(
    segments: readonly LiveSegment[],
    facts: Omit<IndexManifest, 'segments'>,
    isNeeded: (id: number) => boolean,
  ): Promise<ReadonlyMap<number, number>> {
    const saved = new Map<number, number>()
    const committed: CommittedSegment[] = []
    for (const segment of segments) {
      const { id, bytes, rows } = segment.segment
      if (!segment.isSaved) await this.#write(this.segmentPath(id), contentOf(segment))
      const deletes = segment.hasUnsavedDeletes ? segment.deletes + 1 : segment.deletes
      if (segment.hasUnsavedDeletes && segment.live !== undefined) {
        await this.#write(this.#deletesPath(id, deletes), encodeLiveBits(segment.live))
      }
      saved.set(id, deletes)
      committed.push({ id, bytes, documents: rows.documents, deletes })
    }
    await this.#files.syncDirectory(this.directory)
    const next = join(this.directory, NEW_MANIFEST_NAME)
    await this.#write(next, encodeIndexManifest({ ...facts, segments: committed }))
    await this.#files.rename(next, join(this.directory, MANIFEST_NAME))
    await this.#files.syncDirectory(this.directory)
    await this.#removeOthers(await this.#files.list(this.directory), committed, isNeeded)
    return saved
  }

  /** A new file for a segment. */
  async createSegment(id: number): Promise<SegmentFile> {
    await this.#removeIfThere(this.segmentPath(id))
    return new SegmentFile(await this.#files.open(this.segmentPath(id), 'create'))
  }

  /** Deletes every file, the manifest first; the empty folder stays. */
  async clear(): Promise<void> {
    const names = await this.#files.list(this.directory)
    if (names.length === 0) return
    if (names.includes(MANIFEST_NAME)) {
      await this.#files.remove(join(this.directory, MANIFEST_NAME))
      await this.#files.syncDirectory(this.directory)
    }
    for (const name of names) await this.#removeIfThere(join(this.directory, name))
    await this.#files.syncDirectory(this.directory)
  }

  async #open(format: SegmentFormat, committed: CommittedSegment): Promise<LiveSegment> {
    const path = this.segmentPath(committed.id)
    const content = this.isOnDisk ? undefined : await this.#read(path)
    if (content !== undefined && content.length !== committed.bytes) {
      throw new IndexDamagedError(path, `it has ${content.length} bytes, not ${committed.bytes}`)
    }
    const opened = format.open(committed.id, { path, content })
    const { segment } = opened
    const { documents, deletes } = committed
    if (segment.bytes !== committed.bytes || segment.rows.documents !== documents) {
      opened.close()
      throw new IndexDamagedError(path, `it has ${segment.bytes} bytes, not ${committed.bytes}`)
    }
    const live = deletes === 0 ? undefined : await this.#readLive(committed)
    return {
      opened,
      segment,
      live,
      liveCount: live === undefined ? documents : countLive(live),
      content,
      isSaved: true,
      deletes,
      hasUnsavedDeletes: false,
    }
  }

  async #readLive({ id, documents, deletes }: CommittedSegment): Promise<Uint32Array> {
    const path = this.#deletesPath(id, deletes)
    const live = decodeLiveBits(Buffer.from(await this.#read(path)), documents)
    if (live === undefined) {
      throw new IndexDamagedError(path, 'the checksum of the deletes is wrong')
    }
    return live
  }

  #deletesPath(id: number, deletes: number): string {
    return join(this.directory, `${id}-${deletes}.deletes`)
  }

  /** Reads into shared memory. */
  async #read(path: string): Promise<Uint8Array> {
    try {
      const file = await this.#files.open(path, 'read')
      try {
        const size = await file.size()
        const target = Buffer.from(new SharedArrayBuffer(size))
        for (let at = 0; at < size; at += WRITE_BYTES) {
          const part = await file.read(at, Math.min(WRITE_BYTES, size - at))
          part.copy(target, at)
        }
        return target
      } finally {
        await file.close()
      }
    } catch (error) {
      throw new IndexDamagedError(path, error instanceof Error ? error.message : String(error))
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
    isNeeded: (id: number) => boolean,
  ): Promise<void> {
    const wanted = new Set([MANIFEST_NAME])
    for (const { id, deletes } of committed) {
      wanted.add(`${id}.segment`)
      if (deletes > 0) wanted.add(`${id}-${deletes}.deletes`)
    }
    for (const name of names) {
      const id = /^(\d+)\.segment$/.exec(name)?.[1]
      const isKept = wanted.has(name) || (id !== undefined && isNeeded(Number(id)))
      if (!isKept) await this.#files.remove(join(this.directory, name))
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

function contentOf({ segment, content }: LiveSegment): Uint8Array {
  if (content === undefined) throw new Error(`segment ${segment.id} is neither saved nor in memory`)
  return content
}
