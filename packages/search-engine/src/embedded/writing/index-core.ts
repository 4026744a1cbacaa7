import type { IndexFolder } from '../../indexes/index-folder.js'
import { IndexWriter } from '../../indexes/index-writer.js'
import type { SegmentFormat } from '../../indexes/segment-format.js'
import { searchEngineLimits } from '../../limits.js'
import type { FeedStart, IndexDefinition, IndexFigures } from '../../search-engine.js'
import { BackgroundMerges, type MergeOptions } from '../merging/background-merges.js'
import { BatchIntake, type IntakeTarget, type PlacedPart } from './batch-intake.js'
import type { GivenBatch, GivenImages } from './given-batch.js'
import type { MergingThread } from '../merging/merging-thread-link.js'
import { isEnough } from './part-maker.js'
import { type Snapshot, publishedSegment } from '../snapshot.js'

/** What a core reports, in its own thread. */
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
  /** Larger than the version of any snapshot of the index that was ever shown. */
  readonly firstVersion: number
  /** By how much the segments of all indexes exceed their memory; negative while they do not. */
  readonly excessBytes: () => number
  /**
   * With less headroom than this, segments that are in files are evicted before anybody has to
   * wait.
   */
  readonly headroomBytes: number
  /**
   * The bytes of images at which a segment is sealed, and that another thread takes in at a time.
   */
  readonly sealBytes: number
  /** The most bytes that are merged into one segment. */
  readonly mergeBytesMax: number
  /** Up to this size of its sources a merge stays in memory. */
  readonly memoryMergeBytes: number
  /** Undefined: merges run in this thread. */
  readonly merging: MergingThread | undefined
}

/**
 * The writing side of one index: takes images in, and seals, merges and commits segments in time.
 * After damage it stops.
 */
export class IndexCore {
  readonly #options: CoreOptions
  readonly #writer: IndexWriter
  readonly #intake: BatchIntake
  readonly #merges: BackgroundMerges
  /**
   * Snapshots that some searcher may not have opened yet, oldest first; the last is the current
   * one.
   */
  #shown: Snapshot[] = []
  #version: number
  #sealTimer: NodeJS.Timeout | undefined
  /** How often the seal timer was extended for the images that wait. */
  #sealTurns = 0
  #commitTimer: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined
  /** Whether a commit became due during another one, which does not include everything. */
  #isCommitDue = false
  #isClosed = false

  /** Throws IndexDamagedError and SegmentDamagedError. */
  static async open(options: CoreOptions): Promise<IndexCore> {
    const { manifest, segments } = await options.folder.load(options.format)
    const { format, folder } = options
    const writer = new IndexWriter(format, folder, manifest, segments)
    const core = new IndexCore(options, writer)
    core.#show()
    return core
  }

  private constructor(options: CoreOptions, writer: IndexWriter) {
    this.#options = options
    this.#writer = writer
    this.#version = options.firstVersion
    this.#intake = new BatchIntake(this.#intakeTarget(), writer.sealed, {
      images: searchEngineLimits.SEARCH_SEAL_DOCUMENTS,
      bytes: options.sealBytes,
    })
    const mergeOptions = mergeOptionsOf(options, () => this.#isBehind)
    this.#merges = new BackgroundMerges(writer, mergeOptions, {
      changed: () => {
        this.#show()
        // Without a commit an index that gets no more images would do the merge again after a restart.
        this.#commitLater()
      },
      failed: (error) => this.#fail(error),
    })
  }

  /** Begins the merges that were worthwhile when the index was closed, since images may never come again. */
  resumeMerges(): void {
    this.#merges.start()
  }

  /** The position and note at which the feeder continues. */
  async start(): Promise<FeedStart> {
    await this.#intake.finished()
    return this.#intake.given
  }

  /** The bytes of segments in memory and of what waits to be sealed. */
  get memoryBytes(): number {
    let bytes = this.#writer.waiting.bytes + this.#intake.memoryBytes
    for (const { content, live } of this.#writer.segments) {
      bytes += (content?.length ?? 0) + (live?.byteLength ?? 0)
    }
    return bytes
  }

  /** Resolves when the batch is taken in. */
  apply(batch: GivenBatch): Promise<void> {
    this.#sealTimer ??= setTimeout(() => this.#sealInTime(), searchEngineLimits.SEARCH_SEAL_MS)
    return this.#intake.give(batch)
  }

  /** Resolves when everything given before is searchable. */
  async refresh(): Promise<void> {
    await this.#intake.finished()
  }

  #intakeTarget(): IntakeTarget {
    const { definition, merging, sealBytes } = this.#options
    return {
      take: (images) => this.#take(images),
      takePart: () => this.#writer.takePart(),
      adopt: (placed) => this.#adopt(placed),
      // Fresh images do not wait for a merging thread that is busy or runs at a lower priority.
      elsewhere: () =>
        this.#isBehind
          ? merging?.makeParts({ layout: definition.layout, partBytes: sealBytes })
          : undefined,
      failed: (error) => this.#fail(error),
    }
  }

  async #take(images: GivenImages): Promise<boolean> {
    await this.#room()
    if (this.#isClosed) throw new Error('the index is closed')
    images.feed(this.#writer)
    const { waiting } = this.#writer
    return isEnough(waiting.images, waiting.bytes, this.#options.sealBytes)
  }

  /** Resolves when more can be taken in, or when waiting would not help. */
  async #room(): Promise<void> {
    const { mergeBytesMax } = this.#options
    // In a large index many segments have the greatest size: waiting for merges does not reduce
    // those.
    while (
      this.#merges.isBusy &&
      this.#writer.unmerged(mergeBytesMax) > searchEngineLimits.SEARCH_SEGMENTS_MAX
    ) {
      await this.#merges.next()
    }
    // Segments that are in files can be evicted.
    while (this.#committing !== undefined && this.#options.excessBytes() > 0) {
      await this.#committing.catch(() => undefined)
    }
  }

  #adopt({ part, place }: PlacedPart): void {
    const before = this.#writer.segments
    const hasMoved = this.#writer.adopt(part, place)
    if (this.#writer.segments !== before) this.#show()
    if (!hasMoved) return
    this.#merges.start()
    if (this.#mustCommit()) this.#commitInTime()
    else this.#commitLater()
  }

  /** Makes everything given so far durable. */
  async commit(): Promise<void> {
    await this.refresh()
    const { sealed } = this.#writer
    while (this.#committing !== undefined) await this.#committing.catch(() => undefined)
    if (this.#isClosed) throw new Error('the index is closed')
    const isDurable = this.#writer.durable.position >= sealed.position
    if (this.#commitTimer === undefined && isDurable) return
    await this.#commitOnce()
  }

  figures(): IndexFigures {
    const { segments, sealed, durable } = this.#writer
    return {
      state: 'healthy',
      problem: '',
      applied: this.#intake.given.position,
      searchable: sealed.position,
      durable: durable.position,
      rows: segments.reduce((sum, { liveCount }) => sum + liveCount, 0),
      bytes: segments.reduce((sum, { segment }) => sum + segment.bytes, 0),
      memoryBytes: this.memoryBytes,
      segments: segments.length,
      isMerging: this.#merges.isBusy,
      misfits: this.#writer.misfits(),
    }
  }

  /** Every searcher has opened the files of a snapshot. */
  seen(version: number): void {
    const last = this.#shown.at(-1)
    this.#shown = this.#shown.filter((shown) => shown.version > version || shown === last)
  }

  /** Ends all work; what is not durable is lost. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#sealTimer)
    clearTimeout(this.#commitTimer)
    this.#intake.close()
    await this.#merges.stop()
    await this.#committing?.catch(() => undefined)
    this.#writer.close()
  }

  /**
   * While images wait to be taken in, sealing early makes nothing fresher, and larger segments are
   * merged less often.
   */
  #sealInTime(): void {
    this.#sealTimer = undefined
    this.#sealTurns += 1
    if (
      this.#isBehind &&
      this.#sealTurns * searchEngineLimits.SEARCH_SEAL_MS < searchEngineLimits.SEARCH_COMMIT_MS
    ) {
      this.#sealTimer = setTimeout(() => this.#sealInTime(), searchEngineLimits.SEARCH_SEAL_MS)
      return
    }
    this.#sealTurns = 0
    this.#intake.endGroup()
  }

  /** Whether taking in what waits would take longer than the freshness that is promised. */
  get #isBehind(): boolean {
    return this.#intake.waitingBytes >= searchEngineLimits.SEARCH_BEHIND_BYTES
  }

  #commitLater(): void {
    if (this.#isClosed) return
    this.#commitTimer ??= setTimeout(() => {
      this.#commitTimer = undefined
      this.#commitInTime()
    }, searchEngineLimits.SEARCH_COMMIT_MS)
  }

  #commitInTime(): void {
    if (this.#isClosed) return
    if (this.#committing !== undefined) {
      this.#isCommitDue = true
      return
    }
    this.#commitOnce().catch(() => this.#commitLater())
  }

  async #commitOnce(): Promise<void> {
    clearTimeout(this.#commitTimer)
    this.#commitTimer = undefined
    this.#isCommitDue = false
    const before = this.#writer.durable.position
    this.#committing = this.#writer.commit((id) =>
      this.#shown.some(({ segments }) => segments.some((segment) => segment.id === id)),
    )
    try {
      await this.#committing
    } catch (error) {
      // The disk may have room again later.
      this.#commitLater()
      throw error
    } finally {
      this.#committing = undefined
    }
    const durable = this.#writer.durable.position
    if (durable > before) this.#options.events.durable(durable)
    if (this.#writer.spill(this.#surplusBytes)) this.#show()
    if (this.#isCommitDue) this.#commitInTime()
  }

  #mustCommit(): boolean {
    const { folder, headroomBytes, excessBytes } = this.#options
    const unsaved = this.#unsavedBytes()
    if (unsaved >= searchEngineLimits.SEARCH_COMMIT_BYTES) return true
    if (unsaved === 0 || !folder.isOnDisk) return false
    // A commit per segment would cost more than the eviction gains.
    return excessBytes() > 0 || (this.#surplusBytes > 0 && unsaved * 2 >= headroomBytes)
  }

  get #surplusBytes(): number {
    return this.#options.excessBytes() + this.#options.headroomBytes
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

function mergeOptionsOf(
  { merging: thread, ...options }: CoreOptions,
  isBehind: () => boolean,
): MergeOptions {
  return { ...options, layout: options.definition.layout, thread, isBehind }
}
