import { type Clock, outOfRange } from '@rowhouse/platform'
import { storeLimits } from '../../limits.js'
import { type RunRecord, bytesOfTables } from '../manifest/run-manifest.js'
import { recordOfRun, type StoreState } from '../versions/store-state.js'
import { type Run, bytesOfRun } from '../versions/store-version.js'
import type { Wait } from '../work/wait.js'
import { chooseMerge } from './choose-merge.js'
import type { MergeWork } from './merge-runs.js'

export interface MergerParts {
  readonly state: StoreState
  readonly clock: Clock
  /** `isLast`: nothing older is there. */
  readonly merge: (work: MergeWork, isLast: boolean) => Promise<RunRecord>
  readonly wait: Wait
}

/**
 * Merges runs in the background. A merge of newer runs may overtake a larger one of older runs. A merge that
 * fails is tried again later.
 */
export class Merger {
  readonly #parts: MergerParts
  readonly #busy = new Set<symbol>()
  readonly #running = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #lastWrite: number
  readonly #idleTimer: NodeJS.Timeout
  failures = 0
  writtenBytes = 0

  constructor(parts: MergerParts) {
    this.#parts = parts
    this.#lastWrite = parts.clock.monotonic()
    this.#idleTimer = setInterval(() => this.wake(), storeLimits.MERGE_IDLE_MS).unref()
  }

  get running(): number {
    return this.#running.size
  }

  /** A store at rest is merged further. */
  wrote(now: number): void {
    this.#lastWrite = now
  }

  /** Begins the merges that are due. */
  wake(): void {
    while (!this.#closing.signal.aborted && this.#running.size < storeLimits.MERGES_AT_ONCE) {
      const chosen = this.#choose()
      if (chosen === undefined) return
      this.#start(chosen)
    }
  }

  /** Resolves when no merge runs; meanwhile others may have begun. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  /** Rewrites a run without what newer range tombstones hide. Nothing else may be merging it. */
  async rewrite(run: Run): Promise<void> {
    await this.#merge([run])
  }

  async close(): Promise<void> {
    this.#closing.abort()
    clearInterval(this.#idleTimer)
    await Promise.all(this.#running)
  }

  /** Only runs that are newer than those of a merge under way: an older one would pass it. */
  #choose(): readonly Run[] | undefined {
    const { runs } = this.#parts.state.version
    const busyAt = runs.findIndex(({ id }) => this.#busy.has(id))
    const free = busyAt === -1 ? runs : runs.slice(0, busyAt)
    const idleMs = this.#parts.clock.monotonic() - this.#lastWrite
    const choice = chooseMerge({
      bytes: free.map(bytesOfRun),
      reachesLast: busyAt === -1,
      isIdle: idleMs >= storeLimits.MERGE_IDLE_MS,
    })
    return choice === undefined ? undefined : free.slice(choice.from, choice.to)
  }

  #start(runs: readonly Run[]): void {
    const running = this.#merge(runs)
      .catch(async () => {
        this.failures++
        await this.#parts.wait(storeLimits.STORE_RETRY_MS_MAX, this.#closing.signal)
      })
      .finally(() => {
        this.#running.delete(running)
        this.wake()
      })
    this.#running.add(running)
  }

  async #merge(chosen: readonly Run[]): Promise<void> {
    const { state, merge } = this.#parts
    for (const { id } of chosen) this.#busy.add(id)
    // Nothing removes the files meanwhile.
    const version = state.version.runsAlone()
    try {
      const first = version.runs.findIndex(({ id }) => id === chosen[0]?.id)
      const isLast = (version.runs.at(-1) ?? outOfRange()).id === chosen.at(-1)?.id
      const newerTombstones = version.runs
        .slice(0, first)
        .flatMap(({ rangeTombstones }) => rangeTombstones)
      const work = { runs: chosen.map(recordOfRun), newerTombstones }
      const record = await merge(work, isLast)
      this.writtenBytes += bytesOfTables(record.tables)
      await state.merged(chosen, record)
    } finally {
      version.unpin()
      for (const { id } of chosen) this.#busy.delete(id)
    }
  }
}
