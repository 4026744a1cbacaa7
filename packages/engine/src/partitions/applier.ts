import { setTimeout as wait } from 'node:timers/promises'
import { errors } from '@rowhouse/protocol'
import { engineLimits } from '../limits.js'
import type { CommitLog } from '../log/commit-log.js'
import type { KeyValueStore, StoreMutation } from '@rowhouse/store'
import type { PendingCommits } from './pending-commits.js'
import type { PendingRecord, Settlement } from './pending-record.js'

const FIRST_RETRY_MS = 50
const LAST_RETRY_MS = 2000

interface Waiter {
  /** The end of the last record that must be in the store. */
  readonly end: number
  /** The waiter stays while the store fails, until it stalls. */
  readonly isPatient: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Visible commits that are not acknowledged yet, because the store is too far behind. */
interface Held {
  readonly settlement: Settlement
  readonly end: number
}

export interface ApplierEvents {
  /** Called when records are in the store, before they stop being pending. */
  readonly applied: (records: readonly PendingRecord[]) => void
  /** Called when the store stalls, with its last error if there was one, and when it has recovered. */
  readonly stalled: StallChange
}

export type StallChange = (isStalled: boolean, error: unknown) => void

/**
 * Carries visible records into the store in the background, in log order and one batch at a time. Reads
 * find a record among the pending commits until it is in the store. A batch that fails is retried without
 * end, because the records are durable; meanwhile writers wait (back-pressure) or are refused.
 */
export class Applier {
  readonly #log: Pick<CommitLog, 'synced'>
  readonly #store: KeyValueStore
  readonly #pending: PendingCommits
  readonly #events: ApplierEvents
  readonly #stallMs: number
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #closing = false
  #failures = 0
  #isFailing = false
  #isStalled = false
  #lastError: unknown
  #appliedEnd = 0
  #held: Held[] = []
  #waiters: Waiter[] = []

  constructor(
    log: Pick<CommitLog, 'synced'>,
    store: KeyValueStore,
    pending: PendingCommits,
    events: ApplierEvents,
    stallMs: number = engineLimits.STORE_STALL_MS,
  ) {
    this.#log = log
    this.#store = store
    this.#pending = pending
    this.#events = events
    this.#stallMs = stallMs
  }

  get failures(): number {
    return this.#failures
  }

  /** True while the store has applied nothing for a long time: new writes would only pile up in memory. */
  get isStalled(): boolean {
    return this.#isStalled
  }

  /**
   * Starts the next batch: at once if it is large or somebody waits for it, otherwise after a short delay.
   */
  wake(): void {
    if (this.#running !== undefined || this.#pending.lastVisible === undefined) return
    const isUrgent = this.#waiters.length > 0 || this.#closing
    if (isUrgent || this.#pending.visibleBytes >= engineLimits.APPLY_BYTES) this.#start()
    else this.#timer ??= setTimeout(this.#start, engineLimits.APPLY_MS)
  }

  /**
   * Acknowledges visible commits: at once, or, if the store is too far behind, once it has caught up enough
   * or stalls.
   */
  settle(settlement: Settlement, end: number): void {
    if (this.#isBehind && !this.#isStalled) this.#held.push({ settlement, end })
    else settlement.resolve('committed')
  }

  /** Resolves when everything visible up to this end is in the store; rejects if the store is stalled. */
  async applied(end: number): Promise<void> {
    if (end <= this.#appliedEnd) return
    if (this.#isStalled) throw errors.serverBusy()
    await this.#wait(end, true)
  }

  /**
   * Undefined when everything visible is in the store; otherwise resolves when it is, and rejects if the
   * store fails.
   */
  caughtUp(): Promise<void> | undefined {
    const last = this.#pending.lastVisible
    if (last === undefined) return undefined
    if (this.#isFailing || this.#isStalled) return Promise.reject(errors.serverBusy())
    return this.#wait(last.end, false)
  }

  /** Applies what is visible, but does not retry a store that fails. */
  async close(): Promise<void> {
    this.#closing = true
    for (this.wake(); this.#running !== undefined; ) await this.#running
  }

  readonly #start = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.lastVisible !== undefined) this.#running ??= this.#run()
  }

  get #isBehind(): boolean {
    return this.#isFailing || this.#pending.visibleBytes > engineLimits.UNAPPLIED_BYTES_MAX
  }

  async #run(): Promise<void> {
    const records = this.#pending.visible(engineLimits.APPLY_BATCH_BYTES_MAX)
    const stall = setTimeout(() => this.#stall(), this.#stallMs)
    try {
      await this.#apply(records)
    } catch (error) {
      this.#dropVisible(error)
      this.#running = undefined
      return
    } finally {
      clearTimeout(stall)
    }
    this.#recover()
    this.#events.applied(records)
    this.#pending.applied(records.length)
    this.#appliedEnd = records.at(-1)?.end ?? this.#appliedEnd
    this.#running = undefined
    this.#notify()
    this.wake()
  }

  async #apply(records: readonly PendingRecord[]): Promise<void> {
    const batch: StoreMutation[] = []
    let end = 0
    for (const record of records) {
      for (const mutation of record.mutations) batch.push(mutation)
      if (record.rangeDelete !== undefined) batch.push(record.rangeDelete)
      end = record.end
    }
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, LAST_RETRY_MS)) {
      try {
        // The store must never be ahead of a relaxed log after a power cut: nothing would detect it.
        await this.#log.synced()
        await this.#store.apply(batch, end)
        return
      } catch (error) {
        this.#failures++
        this.#lastError = error
        this.#fail()
        if (this.#closing) throw error
        await wait(delay)
      }
    }
  }

  #wait(end: number, isPatient: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiters.push({ end, isPatient, resolve, reject })
      this.wake()
    })
  }

  #notify(): void {
    if (this.#waiters.length > 0) {
      const waiters = this.#waiters
      this.#waiters = waiters.filter(({ end }) => end > this.#appliedEnd)
      for (const { end, resolve } of waiters) if (end <= this.#appliedEnd) resolve()
    }
    if (this.#held.length === 0) return
    const held = this.#held
    const from = this.#isBehind ? this.#appliedEnd : Number.POSITIVE_INFINITY
    this.#held = held.filter(({ end }) => end > from)
    for (const { end, settlement } of held) if (end <= from) settlement.resolve('committed')
  }

  /** Refuses waiting readers, because a failing store may take long to recover. */
  #fail(): void {
    this.#isFailing = true
    this.#refuseImpatient()
  }

  /** Acknowledges held commits: they are durable and visible, so waiting longer gains nothing. */
  #stall(): void {
    this.#isStalled = true
    // Also of those who stay: they would wait without end, and whoever closes the store would wait for them.
    for (const { reject } of this.#waiters.splice(0)) reject(errors.serverBusy())
    for (const { settlement } of this.#held.splice(0)) settlement.resolve('committed')
    this.#events.stalled(true, this.#lastError)
  }

  #recover(): void {
    this.#isFailing = false
    this.#lastError = undefined
    if (!this.#isStalled) return
    this.#isStalled = false
    this.#events.stalled(false, undefined)
  }

  #refuseImpatient(): void {
    const waiters = this.#waiters
    this.#waiters = waiters.filter(({ isPatient }) => isPatient)
    for (const { isPatient, reject } of waiters) if (!isPatient) reject(errors.serverBusy())
  }

  /** Drops the visible records: the next start replays them from the log. */
  #dropVisible(error: unknown): void {
    this.#pending.remove(this.#pending.visible().length)
    for (const { settlement } of this.#held.splice(0)) settlement.reject(error)
    for (const { reject } of this.#waiters.splice(0)) reject(error)
  }
}
