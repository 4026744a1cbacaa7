import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Clock, ObjectStore } from '@rowhouse/platform'
import { type EntriesProgress, copyEntries } from '../copy-entries.js'
import type { PendingBase, StoredBase } from './store-manifest.js'

export interface BaseCopierOptions {
  readonly store: PartitionStore
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly fileBytes?: number | undefined
  /** The prefix of its object names. */
  readonly prefix: string
}

interface Ahead {
  readonly progress: EntriesProgress
  /** Where the log ended when the objects were complete: they may have anything before this position. */
  readonly end: number
}

/** Copies one base while the log is being shipped, and resumes an interrupted copy. */
export class BaseCopier {
  readonly #options: BaseCopierOptions
  readonly #pending: PendingBase
  readonly #running: Promise<void>
  #progress: EntriesProgress
  /** Complete objects that may have writes that are not shipped yet. */
  #ahead: readonly Ahead[] = []
  #result: StoredBase | undefined
  #error: Error | undefined
  #isStopped = false

  constructor(options: BaseCopierOptions, pending: PendingBase) {
    this.#options = options
    this.#pending = pending
    const { files, entries, last } = pending
    const key = last && { table: last.table, key: Buffer.from(last.key, 'base64') }
    this.#progress = { files, entries, last: key }
    this.#running = this.#run().catch((error: unknown) => {
      this.#error = error instanceof Error ? error : new Error(String(error))
    })
  }

  /**
   * The complete objects that have nothing from behind a position. A server that resumes the copy after the
   * loss of this machine has only the shipped log, and other writes from there on.
   */
  pendingUpTo(position: number): PendingBase {
    this.#progress = this.#ahead.findLast(({ end }) => end <= position)?.progress ?? this.#progress
    this.#ahead = this.#ahead.filter(({ end }) => end > position)
    return this.#baseOf(this.#progress)
  }

  #baseOf({ files, entries, last }: EntriesProgress): PendingBase {
    const place = last && { table: last.table, key: last.key.toString('base64') }
    return { ...this.#pending, files, entries, ...(place && { last: place }) }
  }

  /** Undefined until the base is complete; throws if the copy has failed, unless it was stopped. */
  result(): StoredBase | undefined {
    if (this.#error !== undefined && !this.#isStopped) throw this.#error
    return this.#result
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    const { store, clock } = this.#options
    const copied = await copyEntries({
      ...this.#options,
      resume: this.#progress,
      onFile: (progress) => {
        this.#ahead = [...this.#ahead, { progress, end: store.visibleEnd }]
      },
      isStopped: () => this.#isStopped,
    })
    const { last: _, ...base } = this.#baseOf(copied)
    this.#result = { ...base, end: store.visibleEnd, completedAt: clock.now() }
  }
}
