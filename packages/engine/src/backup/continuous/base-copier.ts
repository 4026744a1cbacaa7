import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Clock, ObjectStore } from '@rowhouse/platform'
import { type EntriesProgress, copyEntries } from '../copy-entries.js'
import type { PendingBase, StoredBase } from './store-manifest.js'

export interface BaseCopierOptions {
  readonly store: PartitionStore
  readonly objects: ObjectStore
  readonly clock: Clock
  readonly fileBytes?: number | undefined
  /** Of the names of its objects. */
  readonly prefix: string
}

interface Ahead {
  readonly progress: EntriesProgress
  /** Where the log ended when it was complete: it may have anything before. */
  readonly end: number
}

/** Copies one base beside the shipping of the log, from where it was cut off if it was. */
export class BaseCopier {
  readonly #options: BaseCopierOptions
  readonly #begun: PendingBase
  readonly #running: Promise<void>
  #progress: EntriesProgress
  /** Complete, and maybe with writes that are not shipped yet. */
  #ahead: readonly Ahead[] = []
  #result: StoredBase | undefined
  #error: Error | undefined
  #isStopped = false

  constructor(options: BaseCopierOptions, begun: PendingBase) {
    this.#options = options
    this.#begun = begun
    const { files, entries, last } = begun
    const key = last && { table: last.table, key: Buffer.from(last.key, 'base64') }
    this.#progress = { files, entries, last: key }
    this.#running = this.#run().catch((error: unknown) => {
      this.#error = error instanceof Error ? error : new Error(String(error))
    })
  }

  /**
   * What is complete of it and has nothing from behind a position: who goes on with it after the loss of
   * the machine has no more of the log than was shipped, and other writes from there on.
   */
  pendingUpTo(position: number): PendingBase {
    this.#progress = this.#ahead.findLast(({ end }) => end <= position)?.progress ?? this.#progress
    this.#ahead = this.#ahead.filter(({ end }) => end > position)
    return this.#baseOf(this.#progress)
  }

  #baseOf({ files, entries, last }: EntriesProgress): PendingBase {
    const place = last && { table: last.table, key: last.key.toString('base64') }
    return { ...this.#begun, files, entries, ...(place && { last: place }) }
  }

  /** Undefined until it is whole; throws what has ended it before, unless it was stopped. */
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
