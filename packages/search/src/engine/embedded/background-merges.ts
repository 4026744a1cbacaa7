import { setImmediate as letOthersGoFirst } from 'node:timers/promises'
import { limits } from '@rowhouse/protocol'
import { IndexDamagedError } from '../../indexes/index-errors.js'
import type { IndexFolder } from '../../indexes/index-folder.js'
import type { IndexWriter, MergeJob } from '../../indexes/index-writer.js'
import type { SegmentFormat } from '../../indexes/segment-format.js'
import { SegmentDamagedError } from '../../segments/read/segment-damaged-error.js'
import { SharedSink } from './shared-sink.js'

export interface MergeOptions {
  readonly folder: IndexFolder
  readonly format: SegmentFormat
  /** Sources up to here are merged in memory, larger ones into a file. */
  readonly memoryMergeBytes: number
}

export interface MergeEvents {
  changed(): void
  /** The index is damaged, or something is wrong that nobody foresaw. */
  failed(error: unknown): void
}

/** The merges of one index, a few at a time, between everything else that its thread does. */
export class BackgroundMerges {
  readonly #writer: IndexWriter
  readonly #folder: IndexFolder
  readonly #format: SegmentFormat
  readonly #memoryMergeBytes: number
  readonly #events: MergeEvents
  readonly #running = new Set<Promise<void>>()
  #isStopped = false

  constructor(writer: IndexWriter, options: MergeOptions, events: MergeEvents) {
    this.#writer = writer
    this.#folder = options.folder
    this.#format = options.format
    this.#memoryMergeBytes = options.memoryMergeBytes
    this.#events = events
  }

  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** Starts what is worth it. */
  start(): void {
    while (!this.#isStopped && this.#running.size < limits.SEARCH_MERGES_MAX) {
      const job = this.#writer.startMerge()
      if (job === undefined) return
      const running = this.#run(job).then((isDone) => {
        this.#running.delete(running)
        // The disk may be full: the next seal tries again.
        if (isDone) this.start()
      })
      this.#running.add(running)
    }
  }

  /** Resolves when one of those that are running has ended. */
  async next(): Promise<void> {
    await Promise.race(this.#running)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#running)
  }

  /** Whether the segment was merged. */
  async #run(job: MergeJob): Promise<boolean> {
    try {
      const content = await this.#merge(job)
      if (this.#isStopped) {
        this.#writer.giveUpMerge(job)
        return false
      }
      this.#writer.finishMerge(job, content)
      this.#events.changed()
      return true
    } catch (error) {
      this.#writer.giveUpMerge(job)
      if (!isOfTheDisk(error)) this.#events.failed(error)
      return false
    }
  }

  /** Answers the merged segment, or undefined when it is in its file. */
  async #merge({ id, sources }: MergeJob): Promise<Uint8Array | undefined> {
    await letOthersGoFirst()
    const bytes = sources.reduce((sum, { segment }) => sum + segment.bytes, 0)
    if (!this.#folder.isOnDisk || bytes <= this.#memoryMergeBytes) {
      const sink = new SharedSink()
      for (const _ of this.#format.merge(sources, sink)) {
        await letOthersGoFirst()
        if (this.#isStopped) return undefined
      }
      return sink.take()
    }
    const file = await this.#folder.createSegment(id)
    try {
      for (const _ of this.#format.merge(sources, file)) {
        await file.empty()
        await letOthersGoFirst()
        if (this.#isStopped) break
      }
      await file.finish()
    } catch (error) {
      await file.close().catch(() => undefined)
      throw error
    }
    return undefined
  }
}

function isOfTheDisk(error: unknown): boolean {
  if (error instanceof SegmentDamagedError || error instanceof IndexDamagedError) return false
  return error instanceof Error && 'code' in error
}
