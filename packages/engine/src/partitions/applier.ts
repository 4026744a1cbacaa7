import { setTimeout as wait } from 'node:timers/promises'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore, StoreMutation } from '../store/key-value-store.js'
import { appliedPosition } from './applied-position.js'
import type { PendingCommits } from './pending-commits.js'
import type { PendingRecord } from './pending-record.js'

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2000

export interface ApplierEvents {
  /** These are durable and in the store; called before anyone hears of it. */
  readonly applied: (records: readonly PendingRecord[]) => void
  /** The log has refused the record that ends here, and probably others. */
  readonly lost: (end: number) => void
}

/**
 * Carries durable records into the store, in log order and one batch at a time, while the log already syncs
 * the next ones. A store that fails is tried again for as long as it takes: the records are durable, and
 * new ones are refused once too many wait.
 */
export class Applier {
  readonly #log: CommitLog
  readonly #store: KeyValueStore
  readonly #pending: PendingCommits
  readonly #events: ApplierEvents
  #running: Promise<void> | undefined
  #closing = false
  #failures = 0

  constructor(
    log: CommitLog,
    store: KeyValueStore,
    pending: PendingCommits,
    events: ApplierEvents,
  ) {
    this.#log = log
    this.#store = store
    this.#pending = pending
    this.#events = events
  }

  get failures(): number {
    return this.#failures
  }

  wake(): void {
    this.#running ??= this.#run()
  }

  /** Waits for what is pending, but not for a store that fails. */
  async close(): Promise<void> {
    this.#closing = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (let first = this.#pending.first; first !== undefined; first = this.#pending.first) {
      try {
        await this.#log.whenDurable(first.end)
      } catch {
        this.#events.lost(first.end)
        continue
      }
      const records = this.#pending.upTo(this.#log.durableEnd)
      try {
        await this.#apply(records)
      } catch (error) {
        this.#giveUp(error)
        break
      }
      this.#events.applied(records)
      this.#pending.remove(records.length)
      for (const { settlement } of records) settlement.resolve('committed')
    }
    this.#running = undefined
  }

  async #apply(records: readonly PendingRecord[]): Promise<void> {
    const batch: StoreMutation[] = []
    let end = 0
    for (const record of records) {
      for (const mutation of record.mutations) batch.push(mutation)
      if (record.rangeDelete !== undefined) batch.push(record.rangeDelete)
      end = record.end
    }
    batch.push(appliedPosition(end))
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        await this.#store.apply(batch)
        return
      } catch (error) {
        this.#failures++
        if (this.#closing) throw error
        await wait(delay)
      }
    }
  }

  /** The next start replays them. */
  #giveUp(error: unknown): void {
    const records = this.#pending.upTo(Number.POSITIVE_INFINITY)
    this.#pending.remove(records.length)
    for (const { settlement } of records) settlement.reject(error)
  }
}
