import type { ObjectStore } from '../../objects/object-store.js'
import type { PartitionStore } from '../../partitions/partition-store.js'
import type { Clock } from '../../platform/clock.js'
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

/** Copies one base beside the shipping of the log, from where it was cut off if it was. */
export class BaseCopier {
  readonly #options: BaseCopierOptions
  readonly #begun: PendingBase
  readonly #running: Promise<void>
  #progress: EntriesProgress
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

  /** What is complete of it. */
  get pending(): PendingBase {
    const { files, entries, last } = this.#progress
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
        this.#progress = progress
      },
      isStopped: () => this.#isStopped,
    })
    this.#progress = copied
    const { last: _, ...base } = this.pending
    this.#result = { ...base, end: store.visibleEnd, completedAt: clock.now() }
  }
}
