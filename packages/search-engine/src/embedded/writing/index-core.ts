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
  /** By how much segments of all indexes take more memory than they may; below 0 while they take less. */
  readonly excessBytes: () => number
  /** With less than this left, what is in its file is let go of, before anybody has to wait for that. */
  readonly headroomBytes: number
  /** What waits is sealed when it takes so much, and another thread takes so much in at a time. */
  readonly sealBytes: number
  /** What is merged into one segment, at the most. */
  readonly mergeBytesMax: number
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
  readonly #intake: BatchIntake
  readonly #merges: BackgroundMerges
  /** Snapshots that somebody may still have to open, oldest first; the last is what is shown. */
  #shown: Snapshot[] = []
  #version: number
  #sealTimer: NodeJS.Timeout | undefined
  /** How often that was set since what waits was given. */
  #sealTurns = 0
  #commitTimer: NodeJS.Timeout | undefined
  #committing: Promise<void> | undefined
  /** It was time for a commit while another one ran, which does not have all of it. */
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
      changed: () => this.#show(),
      failed: (error) => this.#fail(error),
    })
  }

  /** Where its feeder stopped. */
  async start(): Promise<FeedStart> {
    await this.#intake.finished()
    return this.#intake.given
  }

  /** Bytes of segments in memory, and of what waits to be one. */
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

  /** Resolves when everything is searchable that was given before. */
  async refresh(): Promise<void> {
    await this.#intake.finished()
  }

  #intakeTarget(): IntakeTarget {
    const { definition, merging, sealBytes } = this.#options
    return {
      take: (images) => this.#take(images),
      takePart: () => this.#writer.takePart(),
      adopt: (placed) => this.#adopt(placed),
      // What is fresh does not wait for a thread that merges meanwhile, and is less urgent.
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

  /** There is little enough to take in more, or nothing that would make it less. */
  async #room(): Promise<void> {
    const { mergeBytesMax } = this.#options
    // Of a large index many segments are as large as they get: to wait for merges makes those no fewer.
    while (
      this.#merges.isBusy &&
      this.#writer.unmerged(mergeBytesMax) > searchEngineLimits.SEARCH_SEGMENTS_MAX
    ) {
      await this.#merges.next()
    }
    // What is in its file can be let go of.
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

  /** Makes everything given durable. */
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
    this.#intake.close()
    await this.#merges.stop()
    await this.#committing?.catch(() => undefined)
    this.#writer.close()
  }

  /**
   * What waits is searchable soon enough when it is taken in. While more is on its way than that, it is no
   * fresher for being made a segment of earlier, and larger segments are merged less often.
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

  /** So much is on its way that it takes longer than anybody should wait for what is fresh. */
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
      // A disk that is full now may not be later.
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
    // A commit for each segment would cost more than it lets go of.
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
