import { storeLimits } from '../../limits.js'
import { type RunRecord, bytesOfTables } from '../manifest/run-manifest.js'
import type { Memtable } from '../memtable/memtable.js'
import type { SharedPart } from '../versions/shared-part.js'
import type { StoreState } from '../versions/store-state.js'
import type { Wait } from '../work/wait.js'
import { StoppedError } from './write-next-table.js'

export interface FlusherParts {
  readonly state: StoreState
  readonly flush: (memtable: Memtable) => Promise<RunRecord>
  readonly onFlushed: (memtable: SharedPart<Memtable>) => void
  readonly wait: Wait
}

interface Waiter {
  readonly memtable: SharedPart<Memtable>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes frozen memtables to tables in the background, the oldest first. A flush that fails is tried again
 * without end; whoever waits for it meanwhile is told.
 */
export class Flusher {
  readonly #parts: FlusherParts
  #running: Promise<void> | undefined
  #waiters: Waiter[] = []
  readonly #closing = new AbortController()
  #isDue = false
  failures = 0
  writtenBytes = 0

  constructor(parts: FlusherParts) {
    this.#parts = parts
  }

  wake(): void {
    this.#isDue = true
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
      if (this.#isDue && !this.#closing.signal.aborted) this.wake()
    })
  }

  /** Rejects with the error of the next flush that fails. */
  flushed(memtable: SharedPart<Memtable>): Promise<void> {
    if (!this.#parts.state.frozen.includes(memtable)) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiters.push({ memtable, resolve, reject })
      this.wake()
    })
  }

  /** What is not flushed comes back from the log. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
    for (const { reject } of this.#waiters.splice(0)) reject(new StoppedError())
  }

  async #run(): Promise<void> {
    const { state, flush, onFlushed, wait } = this.#parts
    for (let delay: number = storeLimits.STORE_RETRY_MS; !this.#closing.signal.aborted; ) {
      this.#isDue = false
      const [oldest] = state.frozen
      if (oldest === undefined) return
      try {
        const record = await flush(oldest.part)
        this.writtenBytes += bytesOfTables(record.tables)
        await state.flushed(oldest, record)
        delay = storeLimits.STORE_RETRY_MS
        onFlushed(oldest)
      } catch (error) {
        this.failures++
        for (const { reject } of this.#waiters.splice(0)) reject(error)
        await wait(delay, this.#closing.signal)
        delay = Math.min(2 * delay, storeLimits.STORE_RETRY_MS_MAX)
      }
      this.#tell()
    }
  }

  #tell(): void {
    const waiters = this.#waiters
    this.#waiters = []
    for (const waiter of waiters) {
      if (this.#parts.state.frozen.includes(waiter.memtable)) this.#waiters.push(waiter)
      else waiter.resolve()
    }
  }
}
