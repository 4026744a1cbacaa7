import { IndexDamagedError } from '../../indexes/index-errors.js'
import type { IndexFolder } from '../../indexes/index-folder.js'
import type { IndexWriter, MergeJob, MergeResult } from '../../indexes/index-writer.js'
import type { MergeBounds } from '../../indexes/merge-policy.js'
import type { SegmentFormat } from '../../indexes/segment-format.js'
import { searchEngineLimits } from '../../limits.js'
import type { IndexLayout } from '../../schema/index-layout.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'
import { type MergeSteps, mergeHere } from './merge-here.js'
import { MergeLostError, type MergingThread, type RemoteMerge } from './merging-thread-link.js'
import { publishedSegment } from '../snapshot.js'

export interface MergeOptions {
  readonly folder: IndexFolder
  readonly format: SegmentFormat
  /** Up to this size of its sources a merge stays in memory; a larger one goes to a file. */
  readonly memoryMergeBytes: number
  /** The most bytes that are merged into one segment. */
  readonly mergeBytesMax: number
  /**
   * Whether images arrive faster than they are taken in: merging more segments at a time then costs
   * less per document.
   */
  readonly isBehind: () => boolean
  readonly layout: IndexLayout
  /** Undefined: merges run here, between other work. */
  readonly thread: MergingThread | undefined
}

export interface MergeEvents {
  changed(): void
  /** The index is damaged, or an unforeseen error occurred. */
  failed(error: unknown): void
}

/**
 * The merges of one index, a few at a time: in the merging thread, so that intake does not wait for
 * a large field, or here in slices.
 */
export class BackgroundMerges {
  readonly #writer: IndexWriter
  readonly #options: MergeOptions
  readonly #events: MergeEvents
  readonly #running = new Set<Promise<void>>()
  readonly #remote = new Set<RemoteMerge>()
  /** The merges into files in progress. */
  #large = 0
  /** Merges that failed for a passing reason, since one succeeded. */
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(writer: IndexWriter, options: MergeOptions, events: MergeEvents) {
    this.#writer = writer
    this.#options = options
    this.#events = events
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Starts the merges that are worthwhile. */
  start(): void {
    while (!this.#isStopped && this.#running.size < searchEngineLimits.SEARCH_MERGES_MAX) {
      const job = this.#writer.startMerge(this.#bounds())
      if (job === undefined) return
      const running = this.#run(job).then((outcome) => {
        this.#running.delete(running)
        if (outcome === 'merged') this.start()
        if (outcome === 'postponed') this.#startLater()
      })
      this.#running.add(running)
    }
  }

  /** Resolves when one of the merges in progress has ended. */
  async next(): Promise<void> {
    await Promise.race(this.#running)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#retry)
    for (const { stop } of this.#remote) stop()
    await Promise.all(this.#running)
  }

  /** Without waiting for the next seal, which may not come: the disk may be full for a moment only. */
  #startLater(): void {
    if (this.#isStopped || this.#retry !== undefined) return
    const { SEARCH_MERGE_RETRY_MS, SEARCH_MERGE_RETRY_MS_MAX } = searchEngineLimits
    const waitMs = Math.min(SEARCH_MERGE_RETRY_MS * 2 ** this.#failures, SEARCH_MERGE_RETRY_MS_MAX)
    this.#failures += 1
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.start()
    }, waitMs)
    this.#retry.unref()
  }

  #bounds(): MergeBounds {
    const { mergeBytesMax: bytesMax, memoryMergeBytes, isBehind } = this.#options
    const { SEARCH_MERGE_FACTOR, SEARCH_MERGE_FACTOR_BEHIND } = searchEngineLimits
    const factor = isBehind() ? SEARCH_MERGE_FACTOR_BEHIND : SEARCH_MERGE_FACTOR
    const readBytesMax = this.#large > 0 ? memoryMergeBytes : Number.POSITIVE_INFINITY
    return { bytesMax, factor, readBytesMax }
  }

  #isInMemory({ sources }: MergeJob): boolean {
    const { folder, memoryMergeBytes } = this.#options
    const bytes = sources.reduce((sum, { segment }) => sum + segment.bytes, 0)
    return !folder.isOnDisk || bytes <= memoryMergeBytes
  }

  async #run(job: MergeJob): Promise<'merged' | 'postponed' | 'ended'> {
    const isInMemory = this.#isInMemory(job)
    if (!isInMemory) this.#large += 1
    try {
      const result = await this.#merge(job, isInMemory)
      if (this.#isStopped) {
        this.#writer.abandonMerge(job)
        return 'ended'
      }
      this.#writer.finishMerge(job, result)
      this.#failures = 0
      this.#events.changed()
      return 'merged'
    } catch (error) {
      this.#writer.abandonMerge(job)
      if (isTransient(error)) return 'postponed'
      this.#events.failed(error)
      return 'ended'
    } finally {
      if (!isInMemory) this.#large -= 1
    }
  }

  async #merge({ id, sources }: MergeJob, isInMemory: boolean): Promise<MergeResult> {
    const { folder, format, layout, thread } = this.#options
    if (thread === undefined) {
      const steps: MergeSteps = (sink) => format.merge(sources, sink)
      return mergeHere(steps, { folder, id, isInMemory }, () => this.#isStopped)
    }
    const published = sources.map((source) =>
      publishedSegment(source, folder.segmentPath(source.segment.id)),
    )
    const { directory } = folder
    const merge = thread.merge({ layout, directory, id, sources: published, isInMemory })
    this.#remote.add(merge)
    return merge.done.finally(() => this.#remote.delete(merge))
  }
}

/** Whether a retry may succeed. */
function isTransient(error: unknown): boolean {
  if (error instanceof MergeLostError) return true
  if (error instanceof SegmentDamagedError || error instanceof IndexDamagedError) return false
  return error instanceof Error && 'code' in error
}
