import type { MemoryBudget, OpenEngine } from '@rowhouse/engine'
import type { Clock } from '@rowhouse/platform'
import type { DiskMonitor } from '../disk-monitor.js'
import { serverLimits } from '../limits.js'
import type { SearchHost } from '../search-host.js'
import { type IndexLagStep, indexLags } from './index-lags.js'
import type { OperationStep } from './recent-requests.js'
import type { RequestWatch } from './request-watch.js'

/** What happened in about ten seconds, and how things stood at their end. */
export interface HistoryStep {
  /** The end, in milliseconds since the epoch. */
  readonly at: number
  readonly seconds: number
  readonly operations: readonly OperationStep[]
  readonly indexes: readonly IndexLagStep[]
  readonly server: ServerStep
}

export interface ServerStep {
  readonly residentBytes: number
  readonly heapBytes: number
  /** Bodies, rows and replies of requests in flight. */
  readonly requestBytes: number
  /** Unknown without a data folder. */
  readonly diskFreeBytes?: number | undefined
  /** Log that the store would need to replay after a power cut. */
  readonly logBacklogBytes: number
}

export interface HistorySources {
  readonly clock: Clock
  readonly engine: OpenEngine
  readonly search: SearchHost
  readonly requests: RequestWatch
  readonly memory: MemoryBudget
  readonly disk: DiskMonitor
}

/** The main figures of the metrics page for the last hour, in memory. */
export class MetricsHistory {
  readonly #sources: HistorySources
  /** The oldest first. */
  readonly #steps: HistoryStep[] = []
  #lookedAt: number

  constructor(sources: HistorySources) {
    this.#sources = sources
    this.#lookedAt = sources.clock.monotonic()
  }

  /** Ends a step and keeps it. */
  async look(): Promise<void> {
    const { clock, engine, search, requests } = this.#sources
    const now = clock.monotonic()
    const seconds = (now - this.#lookedAt) / 1000
    this.#lookedAt = now
    const operations = requests.recent.take()
    const at = clock.now()
    const indexes = await indexLags(engine, search)
    const server = await this.#server()
    this.#steps.push({ at, seconds, operations, indexes, server })
    if (this.#steps.length > serverLimits.HISTORY_STEPS_MAX) this.#steps.shift()
  }

  /** The steps that ended after a time, the oldest first; of one instance its own part. */
  steps(after: number, instance: string | undefined): readonly Partial<HistoryStep>[] {
    const found = this.#steps.filter(({ at }) => at > after)
    return found.map(({ at, seconds, operations, indexes, server }) => ({
      at,
      seconds,
      operations: operations.filter((each) => each.instance === instance),
      indexes:
        instance === undefined ? indexes : indexes.filter((each) => each.instance === instance),
      ...(instance === undefined && { server }),
    }))
  }

  async #server(): Promise<ServerStep> {
    const { engine, memory, disk } = this.#sources
    const { rss, heapUsed } = process.memoryUsage()
    const { unappliedBytes = 0 } = await engine.store.figures()
    return {
      residentBytes: rss,
      heapBytes: heapUsed,
      requestBytes: memory.figures().bytes,
      diskFreeBytes: disk.freeBytes(),
      logBacklogBytes: unappliedBytes,
    }
  }
}
