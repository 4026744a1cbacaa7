import { limits } from '@rowhouse/protocol'
import type { Document } from '../../documents/document.js'
import { createFingerprints } from '../../documents/fingerprint.js'
import type { IndexFolder } from '../../indexes/index-folder.js'
import { IndexWriter } from '../../indexes/index-writer.js'
import type { SegmentFormat } from '../../indexes/segment-format.js'
import { createRowReader, type ReadRow, type RowOfTable } from '../../schema/document-of-row.js'
import type { FeedStart, ImageBatch, IndexDefinition, IndexFigures } from '../search-engine.js'
import { BackgroundMerges, type MergeOptions } from './background-merges.js'
import type { MergingThread } from './merging-thread-link.js'
import { type Snapshot, publishedSegment } from './snapshot.js'

/** Told by a core, in its own thread. */
export interface CoreEvents {
  shown(snapshot: Snapshot): void
  durable(position: number): void
  damaged(problem: Error): void
}

export interface CoreOptions {
  readonly definition: IndexDefinition
  readonly folder: IndexFolder
  readonly format: SegmentFormat
  readonly events: CoreEvents
  /** Larger than that of any snapshot of the index that somebody may have seen. */
  readonly firstVersion: number
  /** By how much segments of all indexes take more memory than they may. */
  readonly excessBytes: () => number
  /** What waits is sealed when it takes so much. */
  readonly sealBytes: number
  /** Sources of a merge up to here are merged in memory. */
  readonly memoryMergeBytes: number
  /** Undefined: merges are done in this thread. */
  readonly merging: MergingThread | undefined
}

/**
 * The writing side of one index: images in; segments sealed, merged and committed in time. After damage it
 * does nothing any more.
 */
export class IndexCore {
  readonly #options: CoreOptions
  readonly #writer: IndexWriter
  readonly #readRow: ReadRow
  readonly #merges: BackgroundMerges
  /** Snapshots that somebody may still have to open, oldest first; the last is what is shown. */
  #shown: Snapshot[] = []
  #version: number
  #sealTimer: NodeJS.Timeout | undefined
  #commitTimer: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined
  /** Batches are taken in one after the other. */
  #taking: Promise<void> = Promise.resolve()
  #isClosed = false
  readonly #fingerprintOf = createFingerprints()
  /** Of the image at hand. */
  #misfits: string[] = []
  readonly #misfit = (field: string): void => {
    if (!this.#misfits.includes(field)) this.#misfits.push(field)
  }

  /** Throws IndexDamagedError and SegmentDamagedError. */
  static async open(options: CoreOptions): Promise<IndexCore> {
    const { manifest, segments } = await options.folder.load(options.format)
    const writer = new IndexWriter(options.format, options.folder, manifest, segments)
    const core = new IndexCore(options, writer)
    core.#show()
    return core
  }

  private constructor(options: CoreOptions, writer: IndexWriter) {
    this.#options = options
    this.#writer = writer
    this.#version = options.firstVersion
    this.#readRow = createRowReader(options.definition.layout)
    this.#merges = new BackgroundMerges(writer, mergeOptionsOf(options), {
      changed: () => this.#show(),
      failed: (error) => this.#fail(error),
    })
  }

  get start(): FeedStart {
    return this.#writer.taken
  }

  /** Bytes of segments in memory, and of what waits to be one. */
  get memoryBytes(): number {
    let bytes = this.#writer.waiting.bytes
    for (const { content, live } of this.#writer.segments) {
      bytes += (content?.length ?? 0) + (live?.byteLength ?? 0)
    }
    return bytes
  }

  apply(batch: ImageBatch): Promise<void> {
    const taken = this.#taking.then(() => this.#take(batch))
    this.#taking = taken.catch(() => undefined)
    return taken
  }

  /** Resolves when everything is taken in that was given before. */
  async taken(): Promise<void> {
    await this.#taking
  }

  async #take({ images, position, note }: ImageBatch): Promise<void> {
    await this.#room()
    if (this.#isClosed) throw new Error('the index is closed')
    const writer = this.#writer
    for (const { key, columns, expiresAt } of images) {
      if (columns === undefined) writer.remove(key)
      else writer.put(this.#documentOf({ key, columns, expiresAt }))
    }
    if (note === undefined) writer.advance(position)
    else writer.advance(position, note)
    const waiting = writer.waiting
    const isMuch =
      waiting.images >= limits.SEARCH_SEAL_DOCUMENTS || waiting.bytes >= this.#options.sealBytes
    if (isMuch) this.seal()
    else this.#sealTimer ??= setTimeout(() => this.#sealInTime(), limits.SEARCH_SEAL_MS)
  }

  /** There is little enough to take in more, or nothing that would make it less. */
  async #room(): Promise<void> {
    while (this.#writer.segments.length > limits.SEARCH_SEGMENTS_MAX && this.#merges.isBusy) {
      await this.#merges.next()
    }
    // What is in its file can be let go of.
    while (this.#committing !== undefined && this.#options.excessBytes() > 0) {
      await this.#committing.catch(() => undefined)
    }
  }

  /** Makes everything applied searchable. */
  seal(): void {
    clearTimeout(this.#sealTimer)
    this.#sealTimer = undefined
    const before = this.#writer.segments
    const hasMoved = this.#writer.seal()
    if (this.#writer.segments !== before) this.#show()
    if (!hasMoved) return
    this.#merges.start()
    if (this.#mustCommit()) this.#commitInTime()
    else this.#commitTimer ??= setTimeout(() => this.#commitInTime(), limits.SEARCH_COMMIT_MS)
  }

  /** Makes everything applied durable. */
  async commit(): Promise<void> {
    this.seal()
    const { applied } = this.#writer.positions
    while (this.#committing !== undefined) await this.#committing.catch(() => undefined)
    if (this.#isClosed) throw new Error('the index is closed')
    if (this.#commitTimer === undefined && this.#writer.positions.durable >= applied) return
    await this.#commitOnce()
  }

  figures(): IndexFigures {
    const { segments, positions } = this.#writer
    return {
      state: 'healthy',
      problem: '',
      applied: positions.applied,
      searchable: positions.sealed,
      durable: positions.durable,
      rows: segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
      bytes: segments.reduce((sum, { segment }) => sum + segment.bytes, 0),
      memoryBytes: this.memoryBytes,
      segments: segments.length,
      misfits: this.#writer.misfits(),
    }
  }

  /** Everybody who searches has opened the files of a snapshot. */
  seen(version: number): void {
    const last = this.#shown.at(-1)
    this.#shown = this.#shown.filter((shown) => shown.version > version || shown === last)
  }

  /** Ends all work; what is not durable is lost. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#sealTimer)
    clearTimeout(this.#commitTimer)
    await this.#merges.stop()
    await this.#committing?.catch(() => undefined)
    this.#writer.close()
  }

  #documentOf(row: RowOfTable): Document {
    const { key, level, expiresAt } = this.#readRow(row, this.#misfit)
    const misfits = this.#misfits.length === 0 ? NONE : this.#misfits
    if (misfits !== NONE) this.#misfits = []
    return { key, level, expiresAt, facts: { fingerprint: this.#fingerprintOf(row), misfits } }
  }

  #sealInTime(): void {
    if (this.#isClosed) return
    try {
      this.seal()
    } catch (error) {
      this.#fail(error)
    }
  }

  #commitInTime(): void {
    if (this.#isClosed || this.#committing !== undefined) return
    // A disk that is full now may not be later.
    this.#commitOnce().catch(() => {
      if (this.#isClosed) return
      this.#commitTimer ??= setTimeout(() => this.#commitInTime(), limits.SEARCH_COMMIT_MS)
    })
  }

  async #commitOnce(): Promise<void> {
    clearTimeout(this.#commitTimer)
    this.#commitTimer = undefined
    const before = this.#writer.positions.durable
    this.#committing = this.#writer.commit((id) =>
      this.#shown.some(({ segments }) => segments.some((segment) => segment.id === id)),
    )
    try {
      await this.#committing
    } finally {
      this.#committing = undefined
    }
    const { durable } = this.#writer.positions
    if (durable > before) this.#options.events.durable(durable)
    if (this.#writer.spill(this.#options.excessBytes())) this.#show()
  }

  #mustCommit(): boolean {
    const unsaved = this.#unsavedBytes()
    if (unsaved >= limits.SEARCH_COMMIT_BYTES) return true
    return unsaved > 0 && this.#options.folder.isOnDisk && this.#options.excessBytes() > 0
  }

  #unsavedBytes(): number {
    return this.#writer.segments.reduce(
      (sum, { isSaved, content }) => sum + (isSaved ? 0 : (content?.length ?? 0)),
      0,
    )
  }

  #show(): void {
    const { folder, events } = this.#options
    this.#version += 1
    const segments = this.#writer.segments.map((segment) =>
      publishedSegment(segment, folder.segmentPath(segment.segment.id)),
    )
    const snapshot = { version: this.#version, segments }
    this.#shown.push(snapshot)
    events.shown(snapshot)
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return
    this.#options.events.damaged(error instanceof Error ? error : new Error(String(error)))
  }
}

function mergeOptionsOf({ merging: thread, ...options }: CoreOptions): MergeOptions {
  return { ...options, layout: options.definition.layout, thread }
}

const NONE: readonly string[] = []
